"""Put first on the path of a Python, this keeps it and all that it starts from any network but its own machine's."""

import socket
import sys

_REACHING = "socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr", "urllib.Request", "ftplib.connect"
_SENDING = "socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg"


def _hear(event, arguments):
    if event in _REACHING:
        raise RuntimeError(f"the network is out of reach: {event} {arguments[:2]}")
    if event in _SENDING and arguments[0].family in (socket.AF_INET, socket.AF_INET6):
        raise RuntimeError(f"the network is out of reach: {event} {arguments[1:]}")


sys.addaudithook(_hear)
