"""Games of any subject played at random, with everything that must hold checked on the way."""
