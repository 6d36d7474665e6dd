"""Raw pages and files become a table of documents, and HTML becomes text."""
