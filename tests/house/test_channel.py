"""A process and its errands: what is dropped ends, what dies is told and started anew."""

import os
import signal
from functools import partial

import pytest

from sim.errors import JobLost
from sim.house.channel import Channel
from sim.house.errands import Errand, HandShake
from tests.house.waiting import arrived, until


@pytest.fixture(scope="module")
def channel():
    channel = Channel("tests.house.slow", "takes its time", grace=0.1)
    yield channel
    channel.stop()


def ask(channel, kind, *details):
    def make(number):
        return Errand(partial(channel.drop, number))

    return channel.ask(kind, *details, make=make, decode=lambda _number, value: value)


def test_errands_are_done_one_after_another(channel):
    errands = [ask(channel, "echo", word) for word in "abc"]
    assert [arrived(errand) for errand in errands] == [["a"], ["b"], ["c"]]


def test_work_that_nobody_waits_for_ends_with_its_process_and_what_waits_behind_it_is_done(channel):
    arrived(ask(channel, "echo", "here"))
    pid = channel.pid
    sleeping, waiting = ask(channel, "sleep", 600.0), ask(channel, "echo", "next")
    assert until(sleeping.news) == ["begun"]
    sleeping.drop()
    assert sleeping.done
    assert sleeping.news() == []
    assert arrived(waiting) == ["next"]
    assert channel.pid != pid


def test_work_that_ends_in_time_costs_no_process(channel):
    arrived(ask(channel, "echo", "here"))
    pid = channel.pid
    ask(channel, "echo", "a").drop()  # done or not begun by then, but not under way for long
    assert arrived(ask(channel, "sleep", 0.3)) == ["begun", "slept"]
    assert channel.pid == pid


def test_what_is_dropped_before_it_was_begun_is_not_done(channel):
    first, second, third = (ask(channel, *asked) for asked in (("sleep", 0.02), ("sleep", 600.0), ("echo", "c")))
    second.drop()
    assert (arrived(first), arrived(third)) == (["begun", "slept"], ["c"])


def test_a_process_that_was_killed_is_told_once_and_started_anew(channel):
    arrived(ask(channel, "echo", "here"))
    sleeping = ask(channel, "sleep", 600.0)
    assert until(sleeping.news)
    os.kill(channel.pid, signal.SIGKILL)
    with pytest.raises(JobLost, match="the process that takes its time was ended from outside"):
        arrived(sleeping)
    assert sleeping.done
    assert sleeping.news() == []
    assert arrived(ask(channel, "echo", "again")) == ["again"]


def test_a_process_that_dies_while_nobody_asks_is_started_anew(channel):
    arrived(ask(channel, "echo", "here"))
    os.kill(channel.pid, signal.SIGKILL)
    assert until(lambda: channel.pid is None)
    assert arrived(ask(channel, "echo", "again")) == ["again"]


def test_what_waits_for_a_process_that_cannot_be_started_anew_is_told(channel, monkeypatch):
    arrived(ask(channel, "echo", "here"))
    sleeping, waiting = ask(channel, "sleep", 600.0), ask(channel, "echo", "next")
    assert until(sleeping.news) == ["begun"]

    def refuse():
        raise JobLost("no process can be started")

    with monkeypatch.context() as patched:
        patched.setattr(channel, "start", refuse)
        sleeping.drop()
        with pytest.raises(JobLost, match="no process can be started"):
            arrived(waiting, 10.0)
    assert arrived(ask(channel, "echo", "again")) == ["again"]


def test_a_fault_is_told_in_one_line(channel):
    with pytest.raises(JobLost) as told:
        arrived(ask(channel, "fail"))
    assert str(told.value) == "tests.house.slow failed: ZeroDivisionError: a fault"
    assert arrived(ask(channel, "echo", "as before")) == ["as before"]


def test_news_that_came_before_an_error_are_not_lost():
    errand = Errand()
    errand.bring(1)
    errand.end(JobLost("lost"))
    errand.bring(2)
    assert not errand.done
    assert errand.news() == [1]
    assert not errand.done
    with pytest.raises(JobLost):
        errand.news()
    assert errand.done


def test_a_hand_is_no_harder_and_no_longer_than_a_trace_may_be():
    sent = []
    hand = HandShake(lambda: None, sent.append)
    hand.push(99_999, -5_000.4)
    assert sent == [(4000, -4000)]
    for _ in range(4000):
        hand.push(1, 1)
    assert len(sent) == 3601
    assert sent[-1] is None
    hand.put_down()
    assert len(sent) == 3601
