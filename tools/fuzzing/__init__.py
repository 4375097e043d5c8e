"""Games played at random, with everything that must hold checked on the way; `tools/fuzz.py` is the command."""
