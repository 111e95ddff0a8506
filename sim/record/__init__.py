"""Games as they were played: values with a text, replayed and verified, and kept on disk."""
