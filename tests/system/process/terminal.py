"""Runs a program on a pseudo terminal, and prints what it writes there. Usage: terminal.py COLUMNS PROGRAM ARGUMENT…"""

import fcntl
import os
import pty
import struct
import sys
import termios

columns, program = int(sys.argv[1]), sys.argv[2:]
pid, terminal = pty.fork()
if pid == 0:
    size = struct.pack("HHHH", 24, columns, 0, 0)
    fcntl.ioctl(sys.stdout.fileno(), termios.TIOCSWINSZ, size)
    os.execvp(program[0], program)
written = b""
while True:
    try:
        chunk = os.read(terminal, 65536)
    except OSError:
        break
    if not chunk:
        break
    written += chunk
sys.stdout.buffer.write(written.replace(b"\r\n", b"\n"))
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
