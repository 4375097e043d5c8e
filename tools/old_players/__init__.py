"""Computer players of earlier versions, kept to measure today's players against them. They are not shipped."""
