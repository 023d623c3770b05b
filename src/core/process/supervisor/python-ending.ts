/** What is below a supervisor in python. */
export const PYTHON_FAMILY: string = String.raw`def children(pid):
    found = []
    try:
        for task in os.listdir('/proc/%d/task' % pid):
            with open('/proc/%d/task/%s/children' % (pid, task)) as listed:
                found += map(int, listed.read().split())
    except OSError:
        pass
    return found
def family():
    found, following = [], [os.getpid()]
    while following:
        below = children(following.pop(0))
        found += below
        following += below
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
    if not children(os.getpid()):
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
if not family():
    say('b')
os._exit(0)
`;
