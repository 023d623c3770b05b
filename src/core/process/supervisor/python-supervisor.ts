import { LAST_WORDS_S, TTY } from "./input/perl-terminal.ts";
import { PYTHON_INPUT } from "./input/python-input.ts";
import { PYTHON_TERMINAL } from "./input/python-terminal.ts";
import { PYTHON_BASIS } from "./python-basis.ts";
import { PYTHON_ENDING, PYTHON_FAMILY } from "./python-ending.ts";
import { MARK, SHELL_FDS } from "./supervisor-script.ts";

/**
 * The supervisor for machines without perl: it does and says what SUPERVISOR_SCRIPT does and says; there stands why. It
 * needs nothing but the standard library.
 *
 * Python changes its own environment where the locale is C, so the shell gets the one that the kernel has kept; without
 * /proc, and started by no nurse, it gets the LC_CTYPE that python has set.
 */
export const SUPERVISOR_PART: string = String.raw`
home, shell_file, *shell_words = [os.fsencode(word) for word in sys.argv[1:]]
if 'environment' not in globals() and ps:
    environment = dict(os.environb)
elif 'environment' not in globals():
    with open('/proc/self/environ', 'rb') as kept:
        environment = dict(pair.split(b'=', 1) for pair in kept.read().split(b'\0') if b'=' in pair)
close_from(3)
control(36, 1)
control(4, 0)
for name in IGNORED:
    signal.signal(name, signal.SIG_IGN)
woken, wake = os.pipe()
os.set_blocking(woken, False)
os.set_blocking(wake, False)
signal.signal(signal.SIGCHLD, lambda *_: None)
signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
try:
    named = os.O_RDONLY if ps else os.O_PATH
    begin = os.open(home, named)
except OSError as error:
    sys.exit('%s: %s' % (os.fsdecode(home), error.strerror))
runtime = os.open('.', named)
place = os.fstat(begin)
shell, feed, us, state, ending, its, last = 0, None, None, None, None, None, None
def list_of(pid):
    try:
        return None if ps else os.open('/proc/%d/task/%d/children' % (pid, pid), os.O_RDONLY)
    except OSError:
        return None
mine = list_of(os.getpid())
script, heard, poured = bytearray(), b'', 0
def say(line, body=b''):
    rest = line.encode() + b'\n' + body
    while rest:
        try:
            rest = rest[os.write(1, rest):]
        except OSError:
            return
def hear(comes_again=False):
    global us, heard
    while us:
        try:
            data, extras, _, _ = us.recvmsg(65536, 256, socket.MSG_DONTWAIT | (0 if ps else socket.MSG_CMSG_CLOEXEC))
        except OSError:
            return
        true = ps is not None
        for level, kind, value in extras:
            if not ps and level == socket.SOL_SOCKET and kind == socket.SCM_CREDENTIALS:
                true = struct.unpack_from('i', value)[0] == shell
            if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
                for (sent,) in struct.iter_unpack('i', value[:len(value) // 4 * 4]):
                    os.close(sent)
        if not data:
            pass_on()
            us.close()
            us = None
            if shell:
                say('z')
            return
        if true:
            heard += data
        if comes_again:
            return
def offspring(listed):
    try:
        return b'?' if listed is None else os.pread(listed, 64, 0)
    except OSError:
        return b'?'
def pass_on():
    global heard
    if not heard:
        return
    alone = offspring(mine) == b'%d ' % shell and offspring(its) == b''
    try:
        hidden = '-' if ps and gone() else '0'
        if not ps:
            os.readlink('/proc/%d/exe' % shell)
    except OSError as error:
        hidden = {errno.EACCES: '1', errno.ENOENT: '-'}.get(error.errno, '0')
    said, heard = heard, b''
    say('a %d %s %d' % (len(said), hidden, alone), said)
def done():
    return poured - (struct.unpack('i', fcntl.ioctl(feed, termios.FIONREAD, bytes(4)))[0] if feed is not None else 0)
def ended(pid):
    try:
        return os.waitpid(pid, os.WNOHANG)
    except ChildProcessError:
        return 0, 0
def gone():
    global last
    if shell and last is None:
        pid, status = ended(shell)
        last = status if pid else None
    return not shell or last is not None
def reap():
    global shell, last
    while True:
        pid, status = ended(-1)
        if pid == 0:
            break
        if pid == shell:
            last = status
    if last is not None:
        hear()
        pass_on()
        line = 'e %d %d %d' % (shell, last, done())
        shell, last = 0, None
        shell_exited(line)
${PYTHON_INPUT}
${PYTHON_TERMINAL}
def open_or_none(path, flags):
    try:
        return os.open(path, flags)
    except OSError:
        return None
def become(places, text, them, given_input):
    signal.set_wakeup_fd(-1)
    heed()
    os.setsid()
    control(1, 9)
    if master is not None:
        fcntl.ioctl(given_input, ${TTY.control}, 0)
    for to in (1, 2):
        os.dup2(os.open('/dev/null', os.O_WRONLY), to)
    for path, name in zip(places[::2], places[1::2]):
        path = bytes.fromhex(path.decode())
        try:
            os.chdir(path)
        except OSError:
            continue
        if (os.getcwdb() if ps else os.readlink(b'/proc/self/cwd')) != path:
            continue
        environment[b'PWD'] = bytes.fromhex(name.decode())
        here = open_or_none('.', named)
        if ending is not None:
            os.lseek(ending, 0, os.SEEK_SET)
        given = [here, text, them.fileno(), state, ending, runtime, given_input]
        copies = [None if fd is None else fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, 20) for fd in given]
        os.fchdir(begin)
        if state is not None:
            kept = os.pread(state, 1048576, 0).split(b'\0', 1)[0].split(b' ')
            for name in [*environment]:
                if name not in kept and name not in (b'PWD', b'SHLVL', b'_', b'${MARK}'):
                    del environment[name]
            os.lseek(state, 0, os.SEEK_SET)
        for copy, to in zip(copies, (${SHELL_FDS.place}, ${SHELL_FDS.script}, 0, ${SHELL_FDS.state}, ${SHELL_FDS.ending}, ${SHELL_FDS.runtime}, ${SHELL_FDS.input})):
            if copy is not None:
                os.dup2(copy, to)
        os.execve(shell_file, shell_words, environment)
    os._exit(126)
def start(*places):
    global shell, feed, us, state, its, script, heard, poured, last
    if feed is not None:
        os.close(feed)
    if us:
        us.close()
    script, heard, poured, last = bytearray(), b'', 0, None
    text, feed = os.pipe()
    os.set_blocking(feed, False)
    us, them = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
    if not ps:
        us.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
    given_input = input_of_shell()
    try:
        pid = os.fork()
    except OSError:
        pid = -1
    if pid == 0:
        try:
            become(places, text, them, given_input)
        finally:
            os._exit(127)
    os.close(text)
    them.close()
    inode = '' if given_input is None else ' %d' % os.fstat(given_input).st_ino
    if given_input is not None:
        os.close(given_input)
    if pid < 0:
        say('p 0')
        return
    if state is not None:
        os.close(state)
        state = None
    shell = pid
    if its is not None:
        os.close(its)
    its = list_of(pid)
    say('p %d%s' % (pid, inode))
def pour():
    global poured
    if script and feed is not None:
        try:
            count = os.write(feed, script)
            del script[:count]
            poured += count
        except BlockingIOError:
            pass
        except OSError:
            script.clear()
${PYTHON_FAMILY}def keep(old, data):
    if old is not None:
        os.close(old)
    return nameless(data)
asked, closing = bytearray(), False
quiet = os.open('/dev/null', os.O_WRONLY)
os.dup2(quiet, 2)
os.close(quiet)
say('h %d %d %d' % (os.getpid(), place.st_dev, place.st_ino))
while True:
    readers = [0, woken, *([us] if us else []), *([master] if master is not None and not hung and not drawn else [])]
    writers = [*([feed] if feed is not None and script else []), *([typing] if typing is not None and typed and not hung else [])]
    writers += [screen] if drawn else []
    pause = ${LAST_WORDS_S} if exit_line else 2 * ${LAST_WORDS_S} if master is not None and hung else None
    ready, free, _ = select.select(readers, writers, [], pause)
    found = len(ready) + len(free)
    if master is not None and (not found or master in ready):
        draw()
    show()
    if us and us in ready:
        hear(True)
        if heard.endswith(b'\0') or len(heard) > 65536:
            pass_on()
    if woken in ready:
        os.read(woken, 4096)
        reap()
    if 0 in ready:
        try:
            got = os.read(0, 65536)
        except OSError: continue # the host was killed with something unread; the end comes next
        if not got:
            break
        asked += got
        while b'\n' in asked:
            end = asked.index(b'\n')
            what, *names = bytes(asked[:end]).split(b' ')
            more = int(names[0]) if what in (b'w', b'l', b'f', b'k') else 0
            if len(asked) < end + 1 + more:
                break
            body = bytes(asked[end + 1:end + 1 + more])
            del asked[:end + 1 + more]
            if what == b'm':
                why = ''
                try:
                    os.mkfifo(names[0], 0o600)
                except OSError as error:
                    why = ' %d %s' % (error.errno, error.strerror)
                say('m ' + names[0].decode() + why)
            elif what == b's':
                start(*names)
                closing = False
            elif what == b'w':
                script += body
            elif what == b'l':
                state = keep(state, body)
            elif what == b'f':
                ending = keep(ending, body)
            elif what == b'c':
                closing = True
            elif what == b'i':
                wants_input = True
            elif what == b'k':
                take(body)
            elif what == b'x':
                input_ends = True
            elif what in terminal_acts:
                terminal_acts[what](*names)
            elif what == b'u':
                read = done()
                hear()
                pass_on()
                say('u %d' % read)
    pour()
    pour_input()
    if not drawn and (hung or not found) or least <= 0:
        tell_exit()
    if hung and not shell and not drawn:
        hang_up()
        close_screen()
    if closing and feed is not None and not script:
        os.close(feed)
        feed = None
${PYTHON_ENDING}`;

export const PYTHON_SUPERVISOR: string = PYTHON_BASIS + SUPERVISOR_PART;
