"""Mail: the outbox, what letters say, SMTP and webhooks."""
