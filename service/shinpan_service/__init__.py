"""What surrounds the engines: messages, transcripts, goldens, the gRPC service and the command line."""
