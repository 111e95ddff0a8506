"""A trade that takes its time, for tests of who waits for it."""

import time


def prepare(desk):
    pass


def sleep(desk, seconds):
    yield "begun"
    time.sleep(seconds)
    yield "slept"


def echo(desk, word):
    yield word


def fail(desk):
    raise ZeroDivisionError("a fault\nof two lines")
    yield


DOES = {"sleep": sleep, "echo": echo, "fail": fail}
