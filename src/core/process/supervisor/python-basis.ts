/** What python3 is started with, as perl with SUPERVISOR_READER. */
export const PYTHON_READER: string = String.raw`import os;s=b'';exec('while s[-1:]!=b"\\0": s+=os.read(0,65536) or os._exit(1)');exec(s[:-1])`;

/**
 * What a supervisor and a nurse in python both begin with. Their first argument is 0, or the program that tells of processes
 * where the kernel has no files for it: then the system is not Linux, or counts as none.
 */
export const PYTHON_BASIS: string = String.raw`
import ctypes, errno, fcntl, os, select, signal, socket, struct, sys, termios, time
if sys.version_info < (3, 8):
    sys.exit('python 3.8 or newer is needed')
ps = None if sys.argv[1] == '0' else sys.argv[1]
del sys.argv[1]
prctl = None if ps else ctypes.CDLL(None).prctl
def control(option, value):
    if prctl:
        prctl(ctypes.c_int(option), *[ctypes.c_ulong(word) for word in (value, 0, 0, 0)])
IGNORED = [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGPIPE, signal.SIGUSR1, signal.SIGUSR2]
def heed():
    for name in [*IGNORED, signal.SIGCHLD, signal.SIGXFSZ]:
        signal.signal(name, signal.SIG_DFL)
def close_from(first):
    for number in map(int, os.listdir('/dev/fd' if ps else '/proc/self/fd')):
        try:
            if number >= first:
                os.close(number)
        except OSError:
            pass
def nameless(data):
    if ps:
        import tempfile
        with tempfile.TemporaryFile() as made:
            file = fcntl.fcntl(made.fileno(), fcntl.F_DUPFD_CLOEXEC, 0)
    else:
        file = os.memfd_create('nacre', os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    while data:
        data = data[os.write(file, data):]
    # Nobody changes it from now on: a subshell has it too, and could write what its bash will run.
    if not ps:
        fcntl.fcntl(file, 1033, 15)
    return file
`;
