"""Inspector shows how a document is cut into chunks for retrieval."""

__version__ = "0.1.0"
