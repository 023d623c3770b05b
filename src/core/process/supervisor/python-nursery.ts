import { PYTHON_BASIS } from "./python-basis.ts";
import { SUPERVISOR_PART } from "./python-supervisor.ts";

/** What nursery-script.ts says of a nurse holds here too. */
const NURSE = String.raw`
channels = int(sys.argv[1])
control(1, 9)
control(4, 0)
for name in [*IGNORED, signal.SIGCHLD]:
    signal.signal(name, signal.SIG_IGN)
spare = {number: socket.socket(fileno=number) for number in range(3, 3 + channels)}
close_from(3 + channels)
def taken(count):
    got = b''
    while len(got) < count:
        got += os.read(0, count - len(got)) or os._exit(1)
    return got
def fields(request):
    while request:
        end = 4 + struct.unpack_from('>I', request)[0]
        yield request[4:end]
        request = request[end:]
# As in perl: the pid of a child, zero to the child itself, which then knows its own and the group it was born in.
def child(begin):
    global own, born
    size = struct.unpack_from('>I', begin, 10)[0] if len(begin) >= 14 else 0
    groups = begin[14:14 + size].split(b'\0')[:-1] if len(begin) >= 14 + size and not ps else []
    for group in groups:
        if os.path.exists(group + b'/tasks'):
            continue
        try:
            place = os.open(group, os.O_PATH | os.O_CLOEXEC)
        except OSError:
            break
        told = ctypes.c_int(0)
        asked = struct.pack('11Q', 1 << 33 | 1 << 24, 0, ctypes.addressof(told), 0, 17, 0, 0, 0, 0, 0, place)
        pid = ctypes.PyDLL(None).syscall(ctypes.c_long(435), asked, ctypes.c_size_t(len(asked)))
        os.close(place)
        if pid < 0:
            break
        own, born = told.value, group
        return pid
    pid = os.fork()
    own, born = os.getpid(), None
    return pid
def enter_group(group):
    with open(group + (b'/tasks' if os.path.exists(group + b'/tasks') else b'/cgroup.procs'), 'wb', 0) as file:
        file.write(b'0\n')
def tend(number):
    channel = spare.pop(number)
    pid = -1
    try:
        begin = channel.recv(16384, socket.MSG_PEEK)
        if begin:
            pid = child(begin)
    except OSError as error:
        channel.sendall(('c 0 fork: %s\n' % error.strerror).encode())
    if pid:
        channel.close()
        return False
    for other in spare.values():
        other.close()
    os.setsid()
    for to in range(3):
        os.dup2(number, to)
    channel.close()
    return True
while True:
    ready = select.select([0, *spare], [], [])[0]
    if any(tend(number) for number in ready if number):
        break
    if 0 in ready:
        os._exit(0)
os.write(1, b'c %d\n' % own)
groups, file, directory, variables, words, *given = fields(taken(int(taken(10))))
environment = dict(pair.split(b'=', 1) for pair in variables.split(b'\0') if pair)
words = words.split(b'\0')[:-1]
try:
    for place in groups.split(b'\0')[:-1]:
        if place != born:
            enter_group(place)
    place = directory
    os.chdir(place)
except OSError as error:
    sys.exit('%s: %s' % (os.fsdecode(place), error.strerror))
if file:
    copies = [fcntl.fcntl(nameless(data), fcntl.F_DUPFD_CLOEXEC, 3 + len(given)) for data in given]
    for to, copy in enumerate(copies):
        os.lseek(copy, 0, os.SEEK_SET)
        os.dup2(copy, 3 + to)
    heed()
    try:
        os.execve(file, [file, *words], environment)
    except OSError as error:
        sys.exit('%s: %s' % (os.fsdecode(file), error.strerror))
sys.argv[1:] = [os.fsdecode(word) for word in words[1:]]
`;

export const PYTHON_NURSERY: string = PYTHON_BASIS + NURSE + SUPERVISOR_PART;
