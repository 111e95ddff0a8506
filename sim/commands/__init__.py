"""The subcommands of `polypile`, one file each: `add` declares its options, `run` does the work."""
