"""HTTP and WebSockets: middleware, routes, requests, responses."""
