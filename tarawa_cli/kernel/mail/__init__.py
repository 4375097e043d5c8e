"""Games by mail: dice from two hash chains, sittings, and what a player's own file remembers of them."""
