"""Malta's `strong` of version 0.2.2, unchanged."""
