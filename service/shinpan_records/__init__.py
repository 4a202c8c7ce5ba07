"""Records as people have them: transcripts, what they mean, their repair, and the words for it. Knows no message of the
wire, so all of it runs where protobuf and gRPC are missing."""
