import type { Chapter } from "../chapter.ts";

export const SERVERS: Chapter = {
  title: "servers on this machine",
  needs: ["curl", "python3"],
  rows: [
    { run: "python3 -m http.server --bind 127.0.0.1 18471", background: true },
    {
      run: "curl -sS --retry 20 --retry-connrefused --retry-delay 1 http://127.0.0.1:18471/README.md",
      shows: /project/,
    },
    "curl -sSI http://localhost:18471/ | head -1",
    "curl -sS -o /tmp/page http://127.0.0.1:18471/ && grep -c href /tmp/page",
    { run: "wget -q -O - http://127.0.0.1:18471/README.md", needs: ["wget"], shows: /project/ },
    { run: "node web/server.js 18472", background: true, needs: ["node"] },
    {
      run: "curl -sS --retry 20 --retry-connrefused --retry-delay 1 http://127.0.0.1:18472/",
      needs: ["node"],
      shows: /served/,
    },
    {
      run: "node -e 'fetch(\"http://127.0.0.1:18472\").then((a) => a.text()).then(console.log)'",
      needs: ["node"],
      shows: /served/,
    },
    { run: "nc -z 127.0.0.1 18471", needs: ["nc"] },
    { run: "ss -ltn | grep 18471", needs: ["ss"] },
    { run: "lsof -i :18471 | head -2", needs: ["lsof"] },
    "python3 -m http.server --bind 127.0.0.1 18473 > /tmp/log 2>&1 & sleep 0.5; kill %%; wait",
    { run: "curl -sS --max-time 5 http://127.0.0.1:9/ || true", shows: /refused|Failed/ },
    {
      run: "openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=localhost -days 1 -keyout /tmp/k.pem -out /tmp/c.pem",
      needs: ["openssl"],
    },
    { run: "tmux -V && tmux new-session -d -s one 'sleep 5' && tmux ls && tmux kill-server", needs: ["tmux"] },
    { run: "docker ps", needs: ["docker"], refused: "docker" },
    { run: "systemctl status", needs: ["systemctl"], refused: "systemd" },
    { run: "sudo -n true", needs: ["sudo"], refused: "privileges" },
    { run: "crontab -l", needs: ["crontab"], refused: "the machine's" },
  ],
};

export const DATABASES: Chapter = {
  title: "databases",
  needs: [],
  rows: [
    {
      run: "sqlite3 /tmp/a.db 'create table t(a); insert into t values (42); select * from t'",
      needs: ["sqlite3"],
      shows: /42/,
    },
    { run: "sqlite3 data.db 'create table t(a)' && sqlite3 data.db .schema && rm data.db", needs: ["sqlite3"] },
    {
      run: "redis-server --port 18474 --bind 127.0.0.1 --save '' --dir /tmp",
      needs: ["redis-server"],
      background: true,
    },
    {
      run: "for n in 1 2 3 4 5 6 7 8 9 10; do redis-cli -p 18474 ping && break; sleep 0.5; done",
      needs: ["redis-server"],
      shows: /PONG/,
    },
    { run: "redis-cli -p 18474 set a 1 && redis-cli -p 18474 get a", needs: ["redis-server"] },
    { run: "redis-cli -p 18474 shutdown nosave", needs: ["redis-server"] },
    { run: "initdb -D /tmp/pg -A trust > /tmp/initdb.log && tail -1 /tmp/initdb.log", needs: ["initdb"] },
    {
      run: "pg_ctl -D /tmp/pg -o '-p 18475 -k /tmp -h 127.0.0.1' -l /tmp/pg.log -w start",
      needs: ["initdb", "pg_ctl"],
    },
    {
      run: "psql -h 127.0.0.1 -p 18475 -d postgres -c 'select 6 * 7'",
      needs: ["initdb", "pg_ctl", "psql"],
      shows: /42/,
    },
    { run: "pg_ctl -D /tmp/pg -m fast stop", needs: ["initdb", "pg_ctl"] },
    { run: "psql --version", needs: ["psql"] },
  ],
};

export const DOCS: Chapter = {
  title: "documents",
  needs: [],
  rows: [
    { run: "man -P cat ls | head -5", needs: ["man"], shows: /LS\(1\)|ls/ },
    { run: "man -k printf | head -3; man -w ls", needs: ["man"] },
    { run: "printf '.TH X 1\\n.SH NAME\\nx\\n' | groff -man -Tascii | head -3", needs: ["groff"] },
    {
      run: "printf '.TH X 1\\n.SH NAME\\nx\\n' > /tmp/x.1 && groff -man -Tps /tmp/x.1 > /tmp/x.ps && head -c 4 /tmp/x.ps",
      needs: ["groff"],
      shows: /%!PS/,
    },
    { run: "pandoc README.md -o /tmp/r.html && head -2 /tmp/r.html", needs: ["pandoc"] },
    { run: "pandoc README.md -o /tmp/r.docx && file /tmp/r.docx", needs: ["pandoc"] },
    { run: "echo 'digraph { a -> b }' | dot -Tsvg | head -1", needs: ["dot"], shows: /xml/ },
    { run: "info --version | head -1", needs: ["info"] },
    { run: "help cd | head -1; type -a ls" },
  ],
};

export const HIDDEN: Chapter = {
  title: "what is not there",
  needs: [],
  rows: [
    { run: "cat ../sibling/notes.txt", refused: '`read: ["/home/dev/work/sibling/notes.txt"]`' },
    { run: "ls ../sibling", refused: '`read: ["/home/dev/work/sibling"]`' },
    { run: "cd ../sibling", refused: '`read: ["/home/dev/work/sibling"]`' },
    { run: "(cd web && cat ../../sibling/notes.txt)", refused: "from /home/dev/work/app" },
    { run: "cat /home/dev/work/sibling/notes.txt", refused: "`read:" },
    { run: "cat ~/.ssh/id_ed25519", refused: "reads credentials" },
    { run: "cat .env", refused: "`read:" },
    { run: "echo x > ../sibling/new.txt", refused: "which the sandbox does not show" },
    { run: "touch ../beside", refused: "beside the workspace" },
    { run: "git worktree add -q ../other -b other", needs: ["git"], refused: "beside the workspace" },
    { run: "mkdir -p ~/beside && touch ~/beside/x" },
    { run: "cp README.md /etc/x", refused: "a file of the operating system" },
    { run: "mkdir .vscode && echo '{}' > .vscode/settings.json", refused: "guards or steers the agent" },
    { run: "tail -1 /var/log/syslog", refused: "`read:" },
    { run: "git -C ../sibling status", needs: ["git"], refused: "`read:" },
    { run: "make -C ../sibling", needs: ["make"], refused: "`read:" },
    { run: "node ../sibling/x.js", needs: ["node"], refused: "`read:" },
    { run: "python3 ../sibling/x.py", needs: ["python3"], refused: "`read:" },
    { run: "grep -r x ../sibling", refused: "`read:" },
    { run: "find ../sibling -name x", refused: "`read:" },
    { run: "tar -czf /tmp/s.tgz ../sibling", refused: "`read:" },
    { run: ". ../sibling/env.sh", refused: "`read:" },
    { run: "../sibling/run.sh", refused: "`read:" },
    { run: "apt-get install -y hello", needs: ["apt-get"], refused: "privileges" },
    { run: "mount -t tmpfs none /mnt", needs: ["mount"], refused: "reconfigures the machine" },
    { run: "chown root README.md", refused: "privileges" },
  ],
};
