"""What the server answers, as response models; OpenAPI is made from these."""
