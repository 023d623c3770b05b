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
def tend(number):
    channel = spare.pop(number)
    try:
        if not channel.recv(1, socket.MSG_PEEK):
            return False
        if os.fork():
            return False
    except OSError as error:
        channel.sendall(('c 0 fork: %s\n' % error.strerror).encode())
        return False
    finally:
        if os.getpid() == nurse:
            channel.close()
    for other in spare.values():
        other.close()
    os.setsid()
    for to in range(3):
        os.dup2(number, to)
    channel.close()
    return True
nurse = os.getpid()
while True:
    ready = select.select([0, *spare], [], [])[0]
    if any(tend(number) for number in ready if number):
        break
    if 0 in ready:
        os._exit(0)
os.write(1, b'c %d\n' % os.getpid())
file, directory, variables, words, *given = fields(taken(int(taken(10))))
environment = dict(pair.split(b'=', 1) for pair in variables.split(b'\0') if pair)
words = words.split(b'\0')[:-1]
try:
    os.chdir(directory)
except OSError as error:
    sys.exit('%s: %s' % (os.fsdecode(directory), error.strerror))
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
