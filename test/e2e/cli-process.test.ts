import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { unique } from "../support/host.ts";
import { pidsWith } from "../support/is-alive.ts";
import { tempDir } from "../support/temp-dir.ts";
import { waitUntil } from "../support/wait-until.ts";

/** The command as a user starts it, with a state directory of its own. */
function nacre(
  words: readonly string[],
  stateDir = tempDir(),
): { child: ChildProcess; said: () => string; complained: () => string } {
  let [said, complained] = ["", ""];
  const child = spawn(process.execPath, ["bin/nacre.js", ...words], {
    env: { ...process.env, NACRE_STATE_DIR: stateDir },
    stdio: "pipe",
  });
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    complained += text;
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return { child, said: () => said, complained: () => complained };
}

const ended = async (child: ChildProcess): Promise<number | null> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return child.exitCode;
};

test("run passes output, errors and the exit code through", () => {
  const run = spawnSync(process.execPath, ["bin/nacre.js", "run", "--", "echo out; echo err >&2; exit 5"], {
    encoding: "utf8",
    env: { ...process.env, NACRE_STATE_DIR: tempDir() },
  });
  expect([run.status, run.stdout, run.stderr]).toEqual([5, "out\n", "err\n"]);
});

test("run whose reader goes away ends, and so does the command", async () => {
  const run = spawnSync(
    "/bin/bash",
    ["-c", `"$0" bin/nacre.js run -- 'yes from-nacre-$$' | head -n 1`, process.execPath],
    { encoding: "utf8", env: { ...process.env, NACRE_STATE_DIR: tempDir() } },
  );
  expect(run.stdout).toMatch(/^from-nacre-\d+\n$/);
  await waitUntil("the command to be gone", () => pidsWith(run.stdout.trim()).length === 0);
});

test.each([
  ["of the output", '"$0" bin/nacre.js run -- yes | head -n 1'],
  ["of the complaints", `"$0" bin/nacre.js run -- 'yes >&2' 2>&1 >/dev/null | head -n 1`],
])("a reader %s that goes away ends it quietly, with the code that is usual", (_, line) => {
  const run = spawnSync(
    "/bin/bash",
    ["-c", `exec 4>&1; ${line} >/dev/null; echo "\${PIPESTATUS[*]}" >&4`, process.execPath],
    {
      encoding: "utf8",
      env: { ...process.env, NACRE_STATE_DIR: tempDir() },
    },
  );
  expect([run.stdout, run.stderr]).toEqual(["141 0\n", ""]);
});

test("a reader that is gone before a word is said ends it just so", async () => {
  const child = spawn("/bin/bash", ["-c", 'read -r; exec "$0" bin/nacre.js check --explain', process.execPath]);
  let complained = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complained += text;
  });
  child.stdout.destroy();
  await once(child.stdout, "close");
  child.stdin.end("\n");
  expect([await ended(child), complained]).toEqual([141, ""]);
});

/** The command in a directory that is deleted before it starts. */
function inDeletedDirectory(...words: readonly string[]): {
  directory: string;
  code: number | null;
  out: string;
  err: string;
} {
  const directory = tempDir();
  const line = 'cd "$1" && rmdir "$1" && shift && exec "$0" "$@"';
  const { status, stdout, stderr } = spawnSync(
    "/bin/bash",
    ["-c", line, process.execPath, directory, resolve("bin/nacre.js"), ...words],
    { encoding: "utf8", env: { ...process.env, NACRE_STATE_DIR: tempDir() } },
  );
  return { directory, code: status, out: stdout, err: stderr };
}

test.each([
  [["check", "ls"], 0, /allow/],
  [["check", "rm -rf ."], 10, /ask/],
  [["ps"], 0, /no running shells/],
  [["restore"], 0, /no copies are kept/],
  [["logs", "x"], 1, /^$/],
  [["doctor", "--json"], expect.any(Number), /"name":"bash","state":"ok"/],
  [["completion", "bash"], 0, /_nacre/],
  [["run", "--workspace", "/", "--", "pwd"], 0, /^\/\n$/],
])("a current directory that is gone does not matter to what needs none: %j", (words, code, shown) => {
  const { code: exitCode, out, err } = inDeletedDirectory(...words);
  expect([exitCode, out, err]).toEqual([
    code,
    expect.stringMatching(shown),
    expect.not.stringMatching(/getcwd|uv_cwd/),
  ]);
});

test.each([[["run", "--", "true"]], [["mcp"]], [["serve", "--port", "0"]]])(
  "a current directory that is gone is a sentence from what needs one: %j",
  (words) => {
    const { directory, code, err } = inDeletedDirectory(...words);
    expect([code, err]).toEqual([
      2,
      `nacre: the configuration cannot be used: the workspace ${directory} does not exist\n`,
    ]);
  },
);

test("init in a current directory that is gone writes nothing, and says so", () => {
  const { directory, code, out, err } = inDeletedDirectory("init");
  expect([code, out, err]).toEqual([
    2,
    "",
    expect.stringContaining(`${directory}/nacre.config.json cannot be written`),
  ]);
});

test("output that cannot be written is said, and is a failure", () => {
  const run = spawnSync("/bin/bash", ["-c", '"$0" bin/nacre.js check ls >/dev/full', process.execPath], {
    encoding: "utf8",
  });
  expect([run.status, run.stderr]).toEqual([1, expect.stringMatching(/^nacre: the output cannot be written: ENOSPC/)]);
});

test.each(["SIGTERM", "SIGINT", "SIGKILL"] as const)("run that is ended by %s leaves nobody", async (signal) => {
  const number = unique();
  const { child } = nacre(["run", "--", `setsid sleep ${number}.1 & sleep ${number}.2`]);
  await waitUntil(
    "the command to run",
    () => pidsWith(`sleep ${number}.`).filter((pid) => pid !== child.pid).length >= 2,
  );
  child.kill(signal);
  await ended(child);
  await waitUntil("everything to be gone", () => pidsWith(`sleep ${number}.`).length === 0);
});

test("serve says its address first, keeps the token private, and leaves nobody when it ends", async () => {
  const stateDir = tempDir();
  const { child, said } = nacre(
    ["serve", "--json", "--port", "0", "--sandbox", "none", "--workspace", tempDir()],
    stateDir,
  );
  await waitUntil("the address", () => said().includes("\n"));
  const { url, mcp, tokenFile } = JSON.parse(said());
  expect([url, mcp]).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/$/), `${url}mcp`]);
  expect([statSync(tokenFile).mode & 0o777, readFileSync(tokenFile, "utf8").trim().length]).toEqual([
    0o600,
    expect.any(Number),
  ]);
  expect((await fetch(url)).status).toBe(401);
  child.kill("SIGTERM");
  expect(await ended(child)).toBe(0);
});

test("a server without a sandbox says so aloud, and nothing but protocol on stdout", async () => {
  const { child, said, complained } = nacre(["mcp", "--sandbox", "none", "--workspace", tempDir()]);
  await waitUntil("the warning", () => complained().includes("sandbox none"));
  child.stdin?.end();
  expect([await ended(child), said()]).toEqual([0, ""]);
});

test("a port in use, a token file others can read: one sentence and a code, never a stack", async () => {
  const first = nacre(["serve", "--json", "--port", "0", "--sandbox", "none", "--workspace", tempDir()]);
  await waitUntil("the address", () => first.said().includes("\n"));
  const port = new URL(JSON.parse(first.said()).url).port;
  const second = nacre(["serve", "--port", port, "--sandbox", "none", "--workspace", tempDir()]);
  expect(await ended(second.child)).not.toBe(0);
  expect(second.complained()).toMatch(new RegExp(`nacre: .*${port}.*in use`));
  expect(second.complained()).not.toMatch(/\n\s+at /);
});

test("run gives a program the very bytes of its arguments, also those that are no text", () => {
  const line = `"$0" bin/nacre.js run -- bash -c 'printf "%s|" "$@" | od -An -tx1' x $'\\xff\\xc3(' '' "it's" $'a\\nb'`;
  const run = spawnSync("/bin/bash", ["-c", line, process.execPath], {
    encoding: "utf8",
    env: { ...process.env, NACRE_STATE_DIR: tempDir() },
  });
  expect([run.stdout.split(/\s+/).join(" ").trim(), run.stderr]).toEqual([
    Buffer.from("\xff\xc3(||it's|a\nb|", "latin1").toString("hex").match(/../g)?.join(" "),
    "",
  ]);
});
