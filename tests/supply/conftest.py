"""Programs that the tests here run elsewhere; to import them here would be too soon."""

collect_ignore = ["offline", "smoke.py"]
