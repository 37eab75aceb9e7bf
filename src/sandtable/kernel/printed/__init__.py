"""Printed matter: tables with their provenance, calendar, glossary, paragraphs, scenarios."""
