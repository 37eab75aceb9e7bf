"""The database: schema, store, group commit, matches, and several processes at one database."""
