/** What is below a supervisor in python. */
export const PYTHON_FAMILY: string = String.raw`unseen, kept = False, []
def table():
    global unseen
    import subprocess
    below = {}
    try:
        with subprocess.Popen([ps, '-ax', '-o', 'pid=,ppid='], stdout=subprocess.PIPE, env={'LC_ALL': 'C'}) as listing:
            for line in listing.stdout:
                pid, parent = map(int, line.split())
                if pid != listing.pid:
                    below.setdefault(parent, []).append(pid)
    except (OSError, ValueError):
        below = {}
    unseen = not below
    return below
def children(pid, listed=None):
    if listed is not None:
        return listed.get(pid, [])
    found = []
    try:
        for task in os.listdir('/proc/%d/task' % pid):
            with open('/proc/%d/task/%s/children' % (pid, task)) as listed:
                found += map(int, listed.read().split())
    except OSError:
        pass
    return found
def family():
    global kept
    listed = table() if ps else None
    lives = {pid for below in (listed or {}).values() for pid in below}
    found = [pid for pid in kept if pid in lives]
    following = [os.getpid(), *found]
    while following:
        below = [pid for pid in children(following.pop(0), listed) if pid not in found]
        found += below
        following += below
    kept = found
    return found
def kill(pid, name):
    try:
        os.kill(pid, name)
    except OSError:
        pass
`;

/** How a supervisor in python ends: first everything below it, then itself. */
export const PYTHON_ENDING: string = String.raw`hang_up()
signal.set_wakeup_fd(-1)
signal.signal(signal.SIGCHLD, signal.SIG_DFL)
for pid in family():
    kill(pid, signal.SIGTERM)
    kill(pid, signal.SIGCONT)
for _ in range(50):
    reap()
    if not (family() if ps else children(os.getpid())):
        break
    time.sleep(0.01)
for _ in range(2000):
    left = family()
    if not left:
        break
    if len(left) > 8:
        for pid in left:
            kill(pid, signal.SIGSTOP)
    for pid in left:
        kill(pid, signal.SIGKILL)
    reap()
    time.sleep(0.002)
if not family() and not unseen:
    say('b')
os._exit(0)
`;
