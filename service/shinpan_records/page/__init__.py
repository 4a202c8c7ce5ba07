"""The referee as one HTML file: what the page shows of a record, as data, and the file that carries both."""
