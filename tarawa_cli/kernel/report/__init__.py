"""An after-action report as one page of HTML: what any game puts on it. A game adds its own tables."""
