"""The command line of a small switch, for sshd's ForceCommand.

Kernel terminal in its ordinary mode, so that echo is the kernel's; a pager as long as
"terminal length 0" has not been said; modes in the prompt; questions.
"""
import os
import sys
import termios
import tty

LONG = ["interface Ethernet1/%d" % i for i in range(1, 61)]


def once(line):
    if line == "show version":
        print("Version 4.2")
        return 0
    print("unknown command", file=sys.stderr)
    return 2


def key(question):
    """Asks in a mode without echo; what is typed early is kept, as pagers keep it."""
    fd = sys.stdin.fileno()
    before = termios.tcgetattr(fd)
    try:
        tty.setcbreak(fd, termios.TCSANOW)
        mode = termios.tcgetattr(fd)
        mode[3] &= ~termios.ECHO
        termios.tcsetattr(fd, termios.TCSANOW, mode)
        say(question)
        return os.read(fd, 1)
    finally:
        termios.tcsetattr(fd, termios.TCSANOW, before)


def line():
    text = b""
    while not text.endswith(b"\n"):
        more = os.read(sys.stdin.fileno(), 1)
        if not more:
            sys.exit(0)
        text += more
    return text.decode().strip()


def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def show(lines, paged):
    for i, text in enumerate(lines):
        if paged and i and i % 20 == 0:
            if key("--More--") == b"q":
                say("\r        \r")
                return
            say("\r        \r")
        say(text + "\n")


def shell():
    mode, paged, config = "", True, []
    say("Authorized use only. Type 'leaf1# show tech' for support.\nleaf1# is watched\n")
    while True:
        say("leaf1%s# " % mode)
        words = line()
        if words == "terminal length 0":
            paged = False
        elif words == "configure terminal":
            mode = "(config)"
        elif words.startswith("interface "):
            mode = "(config-if)"
            config.append(words)
        elif words == "end":
            mode = ""
        elif words == "exit":
            return
        elif words == "show running-config":
            show(config + LONG, paged)
        elif words == "show version":
            show(["Version 4.2"], paged)
        elif words == "reload":
            say("Proceed with reload? [y/n] ")
            say("Reloading\n" if line() == "y" else "Not reloading\n")
        elif words == "crash":
            say("Kernel pa")
            sys.exit(1)
        elif mode and words:
            config.append("  " + words)
        elif words:
            say("% Invalid input\n")


original = os.environ.get("SSH_ORIGINAL_COMMAND")
sys.exit(once(original) if original else shell())
