"""Embedding servers that the user names by address; nothing here opens a connection before that."""
