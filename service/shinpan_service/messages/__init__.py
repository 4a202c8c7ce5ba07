"""Protobuf messages: records, views and reports, the answer to each method, errors on the wire."""
