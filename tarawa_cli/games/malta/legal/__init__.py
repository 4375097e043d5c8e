"""Legal orders, their odds and costs, and completion."""
