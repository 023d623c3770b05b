import { TTY } from "./perl-terminal.ts";

/** The part of the supervisor in python that has a shell's terminal, as PERL_TERMINAL does. */
export const PYTHON_TERMINAL: string = String.raw`
screen, drawn, exit_line, least, total = None, bytearray(), '', 1, 0
def close_screen():
    global screen
    if screen is not None:
        os.close(screen)
    screen = None
def open_terminal(cols, rows, name):
    global master, slave, screen
    if ps:
        return say('t 0 nacre does not know the terminals of this system')
    try:
        master = os.open('/dev/ptmx', os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        fcntl.ioctl(master, ${TTY.unlock}, struct.pack('i', 0))
        number = struct.unpack('i', fcntl.ioctl(master, ${TTY.number}, struct.pack('i', 0)))[0]
        slave = os.open('/dev/pts/%d' % number, os.O_RDWR | os.O_NOCTTY)
        set_size(cols, rows)
        modes = bytearray(fcntl.ioctl(slave, ${TTY.getModes}, bytes(60)))
        struct.pack_into('I', modes, 0, struct.unpack_from('I', modes)[0] | 0o40000)
        fcntl.ioctl(slave, ${TTY.setModes}, bytes(modes))
        screen = os.open(name, os.O_RDWR | os.O_NONBLOCK)
        say('t')
    except OSError as error:
        hang_up()
        say('t %d %s' % (error.errno, error.strerror))
def set_size(cols, rows):
    fcntl.ioctl(master, ${TTY.setSize}, struct.pack('4H', int(rows), int(cols), 0, 0))
def draw():
    global hung, total
    while master is not None and len(drawn) < 65536:
        try:
            got = os.read(master, 65536)
        except BlockingIOError:
            break
        except OSError as error:
            hung = hung or error.errno == errno.EIO
            break
        hung = False
        drawn.extend(got)
        total += len(got)
        if len(got) < 2048:
            break
    show()
def show():
    global least
    if not drawn or screen is None:
        return
    try:
        count = os.write(screen, drawn)
        del drawn[:count]
        least -= count
    except BlockingIOError:
        pass
    except OSError:
        drawn.clear()
def unread(flushes=False):
    if master is None or hung:
        return 0
    try:
        peer = fcntl.ioctl(master, ${TTY.peer}, os.O_RDWR | os.O_NOCTTY)
    except OSError:
        return 0
    try:
        if flushes:
            fcntl.ioctl(peer, ${TTY.flush}, 0)
        return struct.unpack('i', fcntl.ioctl(peer, ${TTY.unread}, bytes(4)))[0]
    except OSError:
        return 0
    finally:
        os.close(peer)
def local_modes():
    try:
        return struct.unpack_from('4I', fcntl.ioctl(master, ${TTY.getModes}, bytes(60)))[3]
    except OSError:
        return 0
def tell_terminal():
    if master is None:
        return say('q 0 0 0 0 0')
    if not hung:
        draw()
    try:
        group = struct.unpack('i', fcntl.ioctl(master, ${TTY.group}, bytes(4)))[0]
    except OSError:
        group = 0
    say('q %d %d %d %d %d' % (group, local_modes(), unread(), len(typed), total))
def signal_terminal(number, letter):
    if master is None:
        return
    waits = bool(typed) or unread() > 0
    typed.clear()
    if waits and local_modes() & 1:
        unread(True)
        try:
            fcntl.ioctl(master, ${TTY.signal}, int(number))
        except OSError:
            pass
    else:
        typed.append(int(letter))
def resize_terminal(cols, rows):
    if master is not None:
        set_size(cols, rows)
    say('r')
def hang_up():
    global master, slave, typing
    if typing == master:
        typing = None
    for fd in (master, slave):
        if fd is not None:
            os.close(fd)
    master, slave = None, None
    typed.clear()
    drawn.clear()
def tell_exit():
    global exit_line
    if exit_line:
        say(exit_line)
    exit_line = ''
def shell_exited(line):
    global exit_line, least
    exit_line = line
    least = 262144
    if master is None:
        tell_exit()
terminal_acts = {b't': open_terminal, b'q': tell_terminal, b'r': resize_terminal, b'g': signal_terminal, b'n': hang_up}
`;
