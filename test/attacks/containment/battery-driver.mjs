// Runs every attempt, outside and then inside, as whoever it is started as, and prints what came of it. A process of its
// own, so that the same battery runs as root and as a plain user. argv: DIST (the built files). Descriptor 9 and the environment hold a canary.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createSocket } from "node:dgram";
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ATTEMPTS } from "./attempts.mjs";

const dist = process.argv[2];
const { createSandbox } = await import(join(dist, "modules/core/sandbox/create-sandbox.js"));
const { childEnvironment } = await import(join(dist, "modules/core/process/environment.js"));
const { limitsOf } = await import(join(dist, "modules/core/base/limits.js"));
const { runFile } = await import(join(dist, "modules/core/process/run-file.js"));

const MiB = 1024 * 1024;
const root = realpathSync(mkdtempSync(join(tmpdir(), "nacre-battery-")));
const [home, OUTSIDE, STATE] = ["home", "outside", "state"].map((name) => join(root, name));
const WS = join(home, "app");
const MARK = String(process.pid).padStart(7, "9");

const FILES = {
  "home/.ssh/id_rsa": "canary",
  "home/.aws/credentials": "canary",
  "home/.netrc": "canary",
  "home/.config/gh/hosts.yml": "canary",
  "home/.npmrc": "canary",
  "home/.bash_history": "canary",
  "home/.bashrc": "# mine",
  "home/other/notes.txt": "canary",
  "home/.mozilla/cookies.sqlite": "canary",
  "home/app/.env": "SECRET=canary",
  "home/app/packages/api/.env.production": "SECRET=canary",
  "home/app/.vscode/tasks.json": "{}",
  "home/app/.mcp.json": "{}",
  "outside/canary": "canary",
  "state/token": "canary",
};

function reset() {
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    rmSync(join(root, path), { force: true });
    writeFileSync(join(root, path), text);
  }
  for (const path of [".bashrc", ".zshenv", ".ssh/authorized_keys", ".config/autostart", ".local/bin"]) {
    if (path !== ".bashrc") rmSync(join(home, path), { recursive: true, force: true });
  }
  for (const name of ["new", "through-link", "by-root", "by-victim", "by-cwd", "tree", "moved", "datagrams"]) {
    rmSync(join(OUTSIDE, name), { recursive: true, force: true });
  }
  for (const name of [
    "link",
    "hard",
    "key",
    "copy.txt",
    "linked.txt",
    "moved.txt",
    "x",
    ".git",
    ".claude",
    ".husky",
    ".envrc",
  ]) {
    rmSync(join(WS, name), { recursive: true, force: true });
  }
  execFileSync("git", ["init", "-q", WS], { env: { PATH: "/usr/bin:/bin", HOME: "/nonexistent" } });
}

const listening = (server, ...where) =>
  new Promise((resolve) => server.listen(...where, () => resolve(server.address())));
const greet = (socket) => socket.on("error", () => undefined).end("hello");
const tcp = createServer(greet);
const tcp6 = createServer(greet);
const file = createServer(greet);
const datagrams = createSocket("udp4");
mkdirSync(OUTSIDE, { recursive: true });
mkdirSync(join(STATE, "runtime"), { recursive: true });
const { port: PORT } = await listening(tcp, 0, "127.0.0.1");
const { port: PORT6 } = await listening(tcp6, 0, "::1").catch(() => ({ port: 1 }));
const ABSTRACT = `nacre-battery-${MARK}`;
// Node's own listen cuts such a name at its first character.
const abstract = spawn(
  "perl",
  [
    "-MSocket",
    "-e",
    'socket(my $s, PF_UNIX, SOCK_STREAM, 0); bind($s, pack_sockaddr_un("\\0$ARGV[0]")); listen($s, 5); sleep 600',
    ABSTRACT,
  ],
  { stdio: "ignore" },
);
const SOCKET = join(OUTSIDE, "socket");
await listening(file, SOCKET);
const UDP = await new Promise((resolve) => datagrams.bind(0, "127.0.0.1", () => resolve(datagrams.address().port)));
datagrams.on("message", (bytes) => appendFileSync(join(OUTSIDE, "datagrams"), bytes));

let victim;
const startVictim = () => {
  victim = spawn("sleep", [`300.${MARK}`], {
    cwd: OUTSIDE,
    stdio: "ignore",
    env: { PATH: "/usr/bin:/bin", SECRET: "canary-in-environment" },
  });
};
const variables = () => ({
  HOME: home,
  PATH: "/usr/bin:/bin:/usr/sbin:/sbin",
  WS,
  OUTSIDE,
  STATE,
  MARK,
  ABSTRACT,
  SOCKET,
  VICTIM: String(victim.pid),
  PORT: String(PORT),
  PORT6: String(PORT6),
  UDP: String(UDP),
});
const shell = (script, options = {}) =>
  runFile(
    {
      file: "/bin/bash",
      args: ["--norc", "-c", script],
      cwd: WS,
      env: { ...variables(), MY_API_KEY: "canary-in-environment" },
    },
    { timeoutMs: 20_000, ...options },
  );

/** No plan limits the size of files: each shell of nacre does it in its first lines, and so do these. */
const BOUND = "ulimit -f 8192\n";

startVictim();
reset();
const context = { workspace: WS, home, stateDir: STATE, path: "/usr/bin:/bin" };
const request = { profile: "workspace", network: "off" };
const boxes = {
  plain: await createSandbox(request, { ...context, limits: limitsOf() }),
  tight: await createSandbox(request, {
    ...context,
    limits: limitsOf({
      processes: 50,
      memoryBytes: 200 * MiB,
      cpuSeconds: 1,
      openFiles: 256,
      tempBytes: 16 * MiB,
    }),
  }),
};
const results = [];
try {
  for (const attempt of ATTEMPTS) {
    if (attempt.as === "root" && process.getuid() !== 0) continue;
    if (attempt.arch !== undefined && attempt.arch !== process.arch) continue;
    const begun = performance.now();
    const reached = {};
    let said = "";
    for (const where of ["outside", "inside"]) {
      if (victim.exitCode !== null || victim.signalCode !== null || attempt.victim) {
        victim.kill("SIGKILL");
        startVictim();
      }
      reset();
      if (attempt.setup) await shell(attempt.setup);
      // Resource attempts hurt nobody outside: they are small, and end by themselves.
      const run = where === "outside" ? await shell(attempt.outside ?? attempt.script) : await inside(attempt);
      const holds = async () => (await shell(attempt.verify)).exitCode === 0;
      let verified = attempt.verify === undefined ? run.stdout.includes("REACHED") : await holds();
      // What the kernel has begun to end takes its moment; what stays has succeeded.
      for (let look = 0; where === "inside" && verified && attempt.verify !== undefined && look < 50; look++) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        verified = await holds();
      }
      reached[where] = verified;
      if (where === "inside") said = (run.stdout + run.stderr).slice(0, 600);
      if (attempt.cleanup) spawnSync("/bin/bash", ["--norc", "-c", attempt.cleanup], { env: variables() });
      if (attempt.reset) await shell(attempt.reset);
    }
    results.push({ name: attempt.name, ...reached, said, ms: Math.round(performance.now() - begun) });
  }
} finally {
  victim.kill("SIGKILL");
  for (const box of Object.values(boxes)) await box.close();
  abstract.kill("SIGKILL");
  for (const server of [tcp, tcp6, file]) server.close();
  datagrams.close();
  try {
    chmodSync(root, 0o700);
    rmSync(root, { recursive: true, force: true });
  } catch {
    // what an attempt left is below the system's temporary directory
  }
}
console.log(JSON.stringify({ uid: process.getuid(), containment: boxes.plain.containment, results }));

async function inside({ script, box = "plain" }) {
  const sandbox = boxes[box];
  await sandbox.events.beforeCommand(script);
  const env = childEnvironment({ inherit: "core", set: variables() }, process.env);
  const { plan } = sandbox.wrap(
    { file: "/bin/bash", args: ["--norc", "-c", `${BOUND}${script}`], cwd: WS, env },
    { runtimeDir: join(STATE, "runtime") },
  );
  const run = await runFile(plan, { timeoutMs: 20_000 });
  await sandbox.events.afterCommand(script);
  return run;
}
