"""Models of one's own: expressions, constraints, and questions about their solutions."""
