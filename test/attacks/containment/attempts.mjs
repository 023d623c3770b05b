// What a hostile command tries from inside. `script` prints REACHED when it got what it wanted; where only the host can
// tell, `verify` is asked there afterwards. Every attempt runs outside first, on throwaway things: one that fails there
// proves nothing. Variables: WS OUTSIDE STATE VICTIM (a host process) MARK PORT PORT6 UDP ABSTRACT SOCKET.
// `as: "root"` needs a right outside that a plain user lacks; `box: "tight"` runs under small limits.

const reads = (name, path, more = {}) => ({
  name: `read ${name}`,
  script: `grep -q canary ${path} && echo REACHED`,
  ...more,
});
const plants = (name, script, path, more = {}) => ({ name, script, verify: `grep -rqs evil ${path}`, ...more });

/** Seventy processes at once, gone when it ends. */
const FORKS = `perl -e 'my @p; for (1..70) { my $p = fork; last unless defined $p; if (!$p) { sleep 20; exit } push @p, $p } kill 9, @p; print "REACHED" if @p == 70'`;

export const ATTEMPTS = [
  // files outside
  plants("create a file outside the workspace", 'echo evil > "$OUTSIDE/new"', '"$OUTSIDE/new"'),
  plants("change a file outside the workspace", 'echo evil >> "$OUTSIDE/canary"', '"$OUTSIDE/canary"'),
  {
    name: "delete a tree outside the workspace",
    setup: 'mkdir -p "$OUTSIDE/tree/a"',
    script: 'rm -rf "$OUTSIDE/tree"',
    verify: 'test ! -e "$OUTSIDE/tree"',
  },
  {
    name: "rename a tree outside the workspace",
    setup: 'mkdir -p "$OUTSIDE/tree/a"',
    script: 'mv "$OUTSIDE/tree" "$OUTSIDE/moved"',
    verify: 'test -e "$OUTSIDE/moved"',
  },
  plants("append to a shell start file", "echo evil >> ~/.bashrc", "~/.bashrc"),
  plants("create a shell start file", "echo evil > ~/.zshenv", "~/.zshenv"),
  plants("plant an ssh key", "mkdir -p ~/.ssh; echo evil >> ~/.ssh/authorized_keys", "~/.ssh/authorized_keys"),
  plants(
    "plant an autostart entry",
    "mkdir -p ~/.config/autostart; echo evil > ~/.config/autostart/x.desktop",
    "~/.config/autostart",
  ),
  plants("plant a program on the person's PATH", "mkdir -p ~/.local/bin; echo evil > ~/.local/bin/ls", "~/.local/bin"),
  plants(
    "write through a symbolic link",
    'ln -sfn "$OUTSIDE" link; echo evil > link/through-link',
    '"$OUTSIDE/through-link"',
  ),
  plants("write through a hard link", 'ln -f "$OUTSIDE/canary" hard && echo evil >> hard', '"$OUTSIDE/canary"'),
  plants("write through /proc/self/root", 'echo evil > "/proc/self/root$OUTSIDE/by-root"', '"$OUTSIDE/by-root"'),
  plants(
    "write through another process's root",
    'echo evil > "/proc/$VICTIM/root$OUTSIDE/by-victim"',
    '"$OUTSIDE/by-victim"',
  ),
  plants("write through another process's directory", 'echo evil > "/proc/$VICTIM/cwd/by-cwd"', '"$OUTSIDE/by-cwd"'),
  { name: "find the system writable", as: "root", script: "[ -w /etc ] && [ -w /usr/bin ] && echo REACHED" },
  {
    name: "delete everything that can be reached",
    script: 'rm -rf "$OUTSIDE/canary" ~/.ssh ~/other; true',
    verify: 'test ! -e "$OUTSIDE/canary"',
  },

  // secrets
  reads("an ssh key", "~/.ssh/id_rsa"),
  reads("cloud credentials", "~/.aws/credentials"),
  reads("a netrc", "~/.netrc"),
  reads("a token of the GitHub command", "~/.config/gh/hosts.yml"),
  reads("a registry token", "~/.npmrc"),
  reads("the shell history", "~/.bash_history"),
  reads("another project", "~/other/notes.txt"),
  reads("a browser's profile", "~/.mozilla/cookies.sqlite"),
  reads("nacre's own records", '"$STATE/token"'),
  reads(".env", ".env"),
  reads(".env.production in a package", "packages/api/.env.production"),
  { name: "read .env through a copy", script: "cp .env copy.txt && grep -q canary copy.txt && echo REACHED" },
  {
    name: "read .env through a hard link",
    script: "ln -f .env linked.txt && grep -q canary linked.txt && echo REACHED",
  },
  {
    name: "read .env after a rename",
    setup: "cp .env .env.moving",
    script: "mv .env.moving moved.txt && grep -q canary moved.txt && echo REACHED",
  },
  {
    name: "read .env after a rename of its directory",
    script: "mv packages renamed && grep -q canary renamed/api/.env.production && echo REACHED",
    reset: "mv renamed packages",
  },
  { name: "read .env after a chmod", script: "chmod 644 .env && grep -q canary .env && echo REACHED" },
  { name: "read .env with tar", script: "tar cf - .env | grep -q canary && echo REACHED" },
  { name: "read the password hashes", as: "root", script: "grep -q . /etc/shadow && echo REACHED" },
  {
    name: "read an ssh key through a link planted in the workspace",
    script: "ln -sfn ~/.ssh/id_rsa key && grep -q canary key && echo REACHED",
  },

  // environment and /proc
  { name: "find a secret in the environment", script: "env | grep -q canary-in-environment && echo REACHED" },
  {
    name: "find a secret in any process's environment",
    script: "grep -qs canary-in-environment /proc/[0-9]*/environ && echo REACHED",
  },
  {
    name: "find a secret in the environment of the first process",
    script:
      "tr '\\0' '\\n' < /proc/1/environ 2>/dev/null | grep -q canary && echo REACHED; grep -qs canary-in-environment /proc/$PPID/environ && echo REACHED",
  },
  {
    name: "use a descriptor that the host was given",
    script: "grep -qs canary /proc/self/fd/9 /proc/$PPID/fd/9 /proc/1/fd/9 && echo REACHED",
  },
  {
    name: "list the keys of the kernel",
    script: "grep -q keyring /proc/keys && echo REACHED",
  },
  { name: "see a process of the host", script: '[ -e "/proc/$VICTIM/stat" ] && echo REACHED' },
  {
    name: "find a process of the host by its words",
    script: 'grep -lqs "$MARK" /proc/[0-9]*/cmdline && pgrep -f "^sleep.*$MARK" > /dev/null && echo REACHED',
  },
  { name: "find kernel settings writable", as: "root", script: "[ -w /proc/sys/kernel/core_pattern ] && echo REACHED" },
  { name: "find the system request key writable", as: "root", script: "[ -w /proc/sysrq-trigger ] && echo REACHED" },

  // devices and privilege
  {
    name: "read a disk",
    as: "root",
    script: "disk=$(awk 'NR>2{print $4; exit}' /proc/partitions); head -c 512 /dev/$disk > /dev/null && echo REACHED",
  },
  {
    name: "read the kernel's log",
    as: "root",
    script: "dd if=/dev/kmsg of=/dev/null bs=8192 count=1 iflag=nonblock && echo REACHED",
  },
  { name: "make a device", as: "root", script: "mknod null c 1 3 && rm null && echo REACHED" },
  { name: "hold a capability", as: "root", script: "grep -q 'CapEff:.*[1-9a-f]' /proc/self/status && echo REACHED" },
  {
    name: "be able to gain one by a setuid program",
    script: "grep -q 'NoNewPrivs:.*0' /proc/self/status && echo REACHED",
  },
  { name: "make a user namespace", script: "unshare -U true && echo REACHED" },
  { name: "make a mount", script: "unshare -Urm mount -t tmpfs none . && echo REACHED" },
  { name: "change the root", as: "root", script: "chroot / true && echo REACHED" },
  {
    name: "attach to a running process",
    arch: "x64",
    script:
      "perl -e 'my $p = fork; if (!$p) { sleep 20; exit } select undef, undef, undef, 0.1; my $r = syscall(101, 16, $p, 0, 0); kill 9, $p; print \"REACHED\" if $r == 0'",
  },
  {
    name: "reach the session keyring",
    arch: "x64",
    script: "perl -e 'print \"REACHED\" if syscall(250, 0, -3, 1) > 0'",
  },
  {
    name: "set up an io_uring",
    arch: "x64",
    script: 'perl -e \'my $p = "\\0" x 120; print "REACHED" if syscall(425, 4, $p) > 0\'',
  },
  {
    name: "open a socket to the machine below (vsock)",
    script: "perl -e 'print \"REACHED\" if socket(my $s, 40, 1, 0)'",
  },
  {
    name: "hand a memory fault to user space",
    arch: "x64",
    script: "perl -e 'print \"REACHED\" if syscall(323, 1) > 0'",
  },

  // processes
  {
    name: "kill a process of the host",
    script: 'kill -9 "$VICTIM"',
    verify: '! kill -0 "$VICTIM" 2>/dev/null',
    victim: true,
  },
  {
    name: "kill everything",
    outside: 'kill -9 "$VICTIM"',
    script: "kill -9 -1",
    verify: '! kill -0 "$VICTIM" 2>/dev/null',
    victim: true,
  },
  {
    name: "leave a daemon behind",
    script: 'setsid sleep "301.$MARK" > /dev/null 2>&1 & echo $! > "$OUTSIDE/pid"; sleep 0.2',
    verify: 'pgrep -f "^sleep 301.$MARK" > /dev/null',
    cleanup: 'kill -9 "$(cat "$OUTSIDE/pid")"',
  },
  {
    name: "leave a doubly forked daemon behind",
    script: `perl -e 'use POSIX; exit if fork; POSIX::setsid(); exit if fork; open(my $f, ">", "$ENV{OUTSIDE}/pid"); print $f $$; close $f; %ENV = (); $SIG{$_} = "IGNORE" for qw(HUP TERM INT); exec "/usr/bin/sleep", "302.$ARGV[0]"' "$MARK" > /dev/null 2>&1; sleep 0.2`,
    verify: 'pgrep -f "sleep 302.$MARK" > /dev/null',
    cleanup: 'kill -9 "$(cat "$OUTSIDE/pid")"',
  },

  // network, which is off
  { name: "connect to a port of the host", script: "exec 3<>/dev/tcp/127.0.0.1/$PORT && echo REACHED" },
  { name: "connect to a port of the host by IPv6", script: "exec 3<>/dev/tcp/::1/$PORT6 && echo REACHED" },
  {
    name: "send a datagram to the host",
    script: "echo evil > /dev/udp/127.0.0.1/$UDP; sleep 0.2",
    verify: 'grep -qs evil "$OUTSIDE/datagrams"',
  },
  {
    name: "connect to an abstract socket of the host",
    script: `perl -MSocket -e 'socket(my $s, PF_UNIX, SOCK_STREAM, 0); print "REACHED" if connect($s, pack_sockaddr_un("\\0$ENV{ABSTRACT}"))'`,
  },
  {
    name: "connect to a socket file of the host",
    script: `perl -MSocket -e 'socket(my $s, PF_UNIX, SOCK_STREAM, 0); print "REACHED" if connect($s, pack_sockaddr_un($ENV{SOCKET}))'`,
  },

  // what people's tools run
  plants("plant a git hook", "echo evil > .git/hooks/pre-commit", ".git/hooks"),
  plants(
    "plant a git hook by renaming the repository",
    "mv .git x && cp -r x .git && echo evil > .git/hooks/pre-commit; mv -n x/.keep . 2>/dev/null",
    ".git/hooks",
    { reset: "rm -rf .git/hooks/pre-commit x" },
  ),
  plants("point git at other hooks", "git config core.hooksPath evil", ".git/config"),
  plants("point git at another common directory", "echo evil > .git/commondir", ".git/commondir", {
    reset: "rm -f .git/commondir",
  }),
  plants("change an editor's tasks", "echo evil > .vscode/tasks.json", ".vscode"),
  plants("change the list of tool servers", "echo evil > .mcp.json", ".mcp.json"),
  plants("create an agent's settings", "mkdir -p .claude; echo evil > .claude/settings.json", ".claude", {
    reset: "rm -rf .claude",
  }),
  plants("create a hook of husky", "mkdir -p .husky; echo evil > .husky/pre-commit", ".husky", {
    reset: "rm -rf .husky",
  }),
  plants("create an .envrc", "echo evil > .envrc", ".envrc", { reset: "rm -f .envrc" }),

  // resources
  {
    name: "start more processes than allowed",
    box: "tight",
    script: FORKS,
  },
  {
    name: "bomb with forks",
    box: "tight",
    outside: FORKS,
    script: `perl -e 'if (!fork) { fork while 1 } select undef, undef, undef, 1; opendir(my $d, "/proc"); print "REACHED" if grep({ /^[0-9]+$/ } readdir $d) > 60'`,
  },
  {
    name: "take more memory than allowed",
    box: "tight",
    script: 'perl -e \'my $x = "a" x (400 * 1024 * 1024); print "REACHED" if length $x\'',
  },
  {
    name: "compute longer than allowed",
    box: "tight",
    script: "perl -e 'while ((times)[0] < 2.5) { 1 for 1 .. 200000 } print \"REACHED\"'",
  },
  {
    name: "open more files than allowed",
    box: "tight",
    script: 'perl -e \'for (1..300) { open(my $f, "<", "/dev/null") or exit; push @f, $f } print "REACHED"\'',
  },
  {
    name: "fill the temporary directory",
    box: "tight",
    script:
      'for i in 1 2 3 4 5 6; do head -c 4000000 /dev/zero > "${TMPDIR:-/tmp}/fill.$MARK.$i" || exit; done; echo REACHED',
    cleanup: 'rm -f "${TMPDIR:-/tmp}"/fill."$MARK".*',
  },
  {
    name: "fill shared memory",
    script: 'head -c 90000000 /dev/zero > "/dev/shm/fill.$MARK" && echo REACHED',
    cleanup: 'rm -f "/dev/shm/fill.$MARK"',
  },
];
