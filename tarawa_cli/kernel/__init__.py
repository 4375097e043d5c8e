"""What every game here stands on; it knows none of them."""
