"""What can be looked at: reports, facts, maps as text, tables and rules."""
