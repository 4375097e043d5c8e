"""Files for others to read: positions, pictures, reports."""
