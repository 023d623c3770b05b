// Executes dangerous command lines inside sandboxes of their own, after a harmless probe has shown that these hold, and
// tells which lines touched a canary outside. argv: DIST LINES.json. Prints { probed, ran, touched, timedOut }.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const [, , dist, linesFile] = process.argv;
const { createSandbox } = await import(join(dist, "modules/core/sandbox/create-sandbox.js"));
const { childEnvironment } = await import(join(dist, "modules/core/process/environment.js"));
const { limitsOf } = await import(join(dist, "modules/core/base/limits.js"));
const { runFile } = await import(join(dist, "modules/core/process/run-file.js"));

const MiB = 1024 * 1024;
const WORKERS = 4;
const root = realpathSync(mkdtempSync(join(tmpdir(), "nacre-corpus-")));
const lines = JSON.parse(readFileSync(linesFile, "utf8"));
/** No plan limits the size of files: each shell of nacre does it in its first lines, and so do these. */
const BOUND = "ulimit -f 8192\n";
const limits = limitsOf({
  processes: 48,
  memoryBytes: 256 * MiB,
  cpuSeconds: 3,
  openFiles: 256,
  tempBytes: 16 * MiB,
});

const CANARIES = {
  "home/.ssh/id_rsa": "canary",
  "home/.aws/credentials": "canary",
  "home/.bashrc": "canary",
  "home/other/notes.txt": "canary",
  "outside/a/b/c.txt": "canary",
  "outside/empty.txt": "",
  "state/token": "canary",
};
const WORKSPACE = { "src/index.js": "x", "package.json": "{}", "README.md": "x", ".env": "SECRET=canary" };

const put = (place, files) => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(place, path)), { recursive: true });
    writeFileSync(join(place, path), text);
  }
};

/** Names, kinds, modes, sizes and contents of everything below, without the workspace. */
function stateOf(place, skip) {
  const hash = createHash("sha256");
  const walk = (path) => {
    if (path === skip) return;
    const stat = lstatSync(path);
    hash.update(
      `${path}|${stat.mode}|${stat.uid}|${stat.size}|${stat.isDirectory() ? "" : stat.mtimeMs}|${stat.ino}\n`,
    );
    if (stat.isDirectory()) for (const name of readdirSync(path).sort()) walk(join(path, name));
    else hash.update(stat.isSymbolicLink() ? readlinkSync(path) : readFileSync(path));
  };
  for (const name of ["home", "outside"]) walk(join(place, name));
  hash.update(readFileSync(join(place, "state/token")));
  return hash.digest("hex");
}

const report = { probed: true, ran: 0, touched: [], timedOut: 0 };
const queue = [...lines];
const sentinel = spawn("sleep", ["600"], { stdio: "ignore" });

async function work(number) {
  const place = join(root, String(number));
  put(place, CANARIES);
  const [home, workspace, stateDir] = [join(place, "home"), join(place, "home/app"), join(place, "state")];
  const runtimeDir = join(stateDir, "runtime");
  mkdirSync(workspace, { recursive: true });
  mkdirSync(runtimeDir, { recursive: true });
  const sandbox = await createSandbox({ profile: "workspace", network: "off" }, { workspace, home, stateDir, limits });
  const run = async (command, timeoutMs) => {
    put(workspace, WORKSPACE);
    await sandbox.events.beforeCommand(command);
    const env = childEnvironment(
      { inherit: "core", set: { OUTSIDE: join(place, "outside") } },
      { PATH: "/usr/bin:/bin:/usr/sbin:/sbin", HOME: home },
    );
    const { plan } = sandbox.wrap(
      { file: "/bin/bash", args: ["--norc", "-c", `${BOUND}${command}`], cwd: workspace, env },
      { runtimeDir },
    );
    const result = await runFile(plan, { timeoutMs, maxBytes: 65_536 });
    await sandbox.events.afterCommand(command);
    return result;
  };
  try {
    // A touch would be seen: this one is.
    const untouched = stateOf(place, workspace);
    writeFileSync(join(place, "outside/empty.txt"), "x");
    if (stateOf(place, workspace) === untouched) report.probed = false;
    const before = stateOf(place, workspace);
    const probe = await run(
      'touch "$OUTSIDE/a/b/c.txt" ~/.bashrc.new /etc/x; cat ~/.ssh/id_rsa; exec 3<>/dev/tcp/127.0.0.1/22; echo done',
      10_000,
    );
    // A start file's stand-in and ~/.bashrc.new are the private home's; outside nothing may have changed.
    if (
      sandbox.containment.level !== "full" ||
      stateOf(place, workspace) !== before ||
      probe.stdout.includes("canary")
    ) {
      report.probed = false;
      return;
    }
    for (let line = queue.shift(); line !== undefined; line = queue.shift()) {
      const { exitCode } = await run(line.command, 3000);
      if (exitCode === undefined) report.timedOut++;
      report.ran++;
      if (stateOf(place, workspace) !== before || sentinel.exitCode !== null || sentinel.signalCode !== null) {
        report.touched.push(line.id);
        return; // its canaries are no longer what they were
      }
      for (const name of readdirSync(workspace)) rmSync(join(workspace, name), { recursive: true, force: true });
    }
  } finally {
    await sandbox.close();
  }
}

try {
  await Promise.all(Array.from({ length: WORKERS }, (_, number) => work(number)));
} finally {
  sentinel.kill("SIGKILL");
  rmSync(root, { recursive: true, force: true });
}
console.log(JSON.stringify(report));
