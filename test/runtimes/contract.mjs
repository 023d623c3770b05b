// What nacre does on every runtime. A runtime runs this file, with a directory to work in, and prints what it found.
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createToolkit } from "../../dist/index.js";
import { judge } from "../../dist/policy.js";

const dir = process.argv[2];
const open = (sandbox) => createToolkit({ workingDir: dir, stateDir: join(dir, "state"), loginShell: false, sandbox });
const isAlive = (pid) =>
  existsSync(`/proc/${pid}`) && !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));

async function until(condition) {
  for (let looks = 0; looks < 1000; looks++) {
    const found = await condition();
    if (found) return found;
    await sleep(20);
  }
  throw new Error(`waited in vain for ${condition}`);
}

/** The pids that a command wrote into a file, one a line. */
const pidsIn = (name) => readFileSync(join(dir, name), "utf8").trim().split("\n").map(Number);

const FACTS = {
  "a session goes on": async (kit) => {
    await kit.call("Bash", { command: "X=7; f() { echo f$X; }; cd /tmp" });
    const { output, metadata } = await kit.call("Bash", { command: "f; pwd; echo oops >&2; (exit 3)" });
    return [output, metadata.exit_code];
  },
  "a lost bash is replaced, and the state is back": async (kit) => {
    await kit.call("Bash", { command: "Y=8" });
    const { metadata } = await kit.call("Bash", { command: "kill -9 $$" });
    const { output } = await kit.call("Bash", { command: "echo $Y" });
    return [metadata.exit_code, output];
  },
  "output is whole and in its order": async (kit) => {
    const { metadata } = await kit.call("Bash", { command: "seq 1 400000" });
    const { size } = statSync(metadata.output_path);
    const numbers = readFileSync(metadata.output_path, "utf8").trim().split("\n").map(Number);
    return [size, numbers.every((number, at) => number === at + 1)];
  },
  "a command reads its input": async (kit) => {
    const { output } = await kit.call("Bash", { command: "wc -c", stdin: "x".repeat(300_000) });
    return output;
  },
  "a command that takes too long is ended with everything it had started": async (kit) => {
    const command = "(setsid sleep 300 & echo $! > ended); sleep 300 & echo $! >> ended; sleep 300";
    const { metadata } = await kit.call("Bash", { command: `cd '${dir}'; ${command}`, timeout: 1000 });
    return [metadata.timed_out, pidsIn("ended").filter(isAlive)];
  },
  "a background shell is read while it runs, and killed with everything it had started": async (kit) => {
    const command = `cd '${dir}'; setsid sleep 300 & echo $! > killed; echo one; until [ -e go ]; do sleep 0.05; done; echo two; sleep 300`;
    const { metadata } = await kit.call("Bash", { command, run_in_background: true });
    const id = metadata.bash_id;
    const first = await kit.call("BashOutput", { bash_id: id, wait_for: "/one/" });
    writeFileSync(join(dir, "go"), "");
    const second = await kit.call("BashOutput", { bash_id: id, wait_for: "/two/" });
    const listed = await kit.call("ListShells", {});
    const killed = await kit.call("KillShell", { shell_id: id });
    return [
      first.output.includes("one\n"),
      second.output.includes("two\n"),
      listed.output.includes(id),
      killed.metadata.survivors,
      pidsIn("killed").filter(isAlive),
    ];
  },
  "a background shell that ends by itself says how": async (kit) => {
    const { metadata } = await kit.call("Bash", { command: "sleep 0.5; exit 5", run_in_background: true });
    const read = async () => (await kit.call("BashOutput", { bash_id: metadata.bash_id })).metadata;
    return (await until(async () => (await read()).exit_code !== null && (await read()))).exit_code;
  },
  "the policy judges": () => judge("rm -rf /", { cwd: dir, home: "/home/u", workspace: dir }).decision,
};

const found = {};
const kit = open("none");
for (const [fact, look] of Object.entries(FACTS)) {
  found[fact] = await Promise.resolve()
    .then(() => look(kit))
    .catch((error) => `threw ${error.stack}`);
}
await kit.dispose();

if (process.argv[3] === "sandboxed") {
  const walled = open("workspace");
  const outside = join(dir, "..", "outside");
  const command = `echo in > inside; echo out > '${outside}'`;
  const { metadata } = await walled.call("Bash", { command });
  const shell = await walled.call("Bash", { command: "echo walled; exec sleep 300", run_in_background: true });
  const read = await walled.call("BashOutput", { bash_id: shell.metadata.bash_id, wait_for: "/walled/" });
  found["a sandbox holds"] = [
    metadata.containment !== "none",
    readFileSync(join(dir, "inside"), "utf8"),
    existsSync(outside),
    read.output.includes("walled\n"),
  ];
  await walled.dispose();
}
console.log(JSON.stringify(found));
