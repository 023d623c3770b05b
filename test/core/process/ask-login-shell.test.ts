import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { askLoginShell } from "../../../src/core/process/ask-login-shell.ts";
import { runFile } from "../../../src/core/process/run-file.ts";
import { isAlive } from "../../support/is-alive.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { waitUntil } from "../../support/wait-until.ts";

/** A home with this login file. */
function homeWith(profile: string): string {
  const home = tempDir();
  writeFileSync(join(home, ".bash_profile"), profile);
  return home;
}

const ask = (home: string, limitMs?: number): ReturnType<typeof askLoginShell> =>
  askLoginShell("/bin/bash", { HOME: home, PATH: "/usr/bin:/bin" }, limitMs);

const pidIn = (path: string): number => Number(readFileSync(path, "utf8"));

test("the login environment is what the user's rc files make of it", async () => {
  const home = homeWith("echo noise; export PATH=/from/profile:$PATH; export FROM_PROFILE='a b'\n");
  const found = await ask(home);
  expect(found).toMatchObject({ PATH: expect.stringMatching(/^\/from\/profile:/), FROM_PROFILE: "a b" });
  expect(found).not.toHaveProperty("SHLVL");
});

test("a large environment comes whole", async () => {
  const home = homeWith("for i in {1..40}; do export BIG_$i=$(printf '%09999d' 7); done\n");
  const found = await ask(home);
  expect(Object.keys(found ?? {}).filter((name) => name.startsWith("BIG_"))).toHaveLength(40);
  expect(found?.["BIG_40"]).toHaveLength(9999);
});

test("a login that takes too long is asked to end, and lets go of its locks", async () => {
  // Its own clean-up takes a while, and is not asked a second time.
  const home = homeWith(`bash -c 'echo $$ >~/holder; trap "/bin/sleep 0.3 && rm -f ~/lock" EXIT; echo >~/lock
    while :; do sleep 0.05; done'\n`);
  const asked = ask(home, 1000);
  await waitUntil("the lock", () => existsSync(join(home, "lock")));
  expect(await asked).toBeUndefined();
  await waitUntil("the holder to end", () => !isAlive(pidIn(join(home, "holder"))));
  expect(existsSync(join(home, "lock"))).toBe(false);
});

test("a login that does not heed the request is ended all the same", async () => {
  const home = homeWith(
    "trap '' HUP TERM; echo $$ >~/shell; bash -c 'trap \"\" TERM; echo $$ >~/inner; while :; do sleep 0.05; done'\n",
  );
  const asked = ask(home, 500);
  await waitUntil("both to run", () => existsSync(join(home, "inner")));
  expect(await asked).toBeUndefined();
  await waitUntil("both to end", () => ["shell", "inner"].every((name) => !isAlive(pidIn(join(home, name)))));
});

test("what rc files leave in the background does not hold the answer up, and has time to clear up", async () => {
  const home = homeWith(`export FOUND=1
    bash -c 'trap "echo cleared >~/end; exit" TERM; echo $$ >~/job; while :; do sleep 0.05; done' &
    until [ -s ~/job ]; do sleep 0.02; done\n`);
  expect(await ask(home)).toMatchObject({ FOUND: "1" });
  await waitUntil("the job to end", () => !isAlive(pidIn(join(home, "job"))));
  expect(readFileSync(join(home, "end"), "utf8")).toBe("cleared\n");
});

test("a host that exits while a login works asks it to end", async () => {
  const home = homeWith(
    `bash -c 'echo $$ >~/holder; trap "/bin/sleep 0.3 && rm -f ~/lock" EXIT; echo >~/lock; while :; do sleep 0.05; done'\n`,
  );
  const script = `import { existsSync } from "node:fs";
    import { askLoginShell } from ${JSON.stringify(resolve("dist/modules/core/process/ask-login-shell.js"))};
    void askLoginShell("/bin/bash", { HOME: ${JSON.stringify(home)}, PATH: "/usr/bin:/bin" });
    setInterval(() => existsSync(${JSON.stringify(join(home, "lock"))}) && process.exit(0), 20);`;
  await runFile({ file: process.execPath, args: ["--input-type=module", "-e", script], cwd: home, env: {} });
  await waitUntil("the holder to end", () => !isAlive(pidIn(join(home, "holder"))));
  expect(existsSync(join(home, "lock"))).toBe(false);
});

test("rc files run nothing of the directory the host is in, whatever they put on PATH", async () => {
  const [workspace, before] = [tempDir(), process.cwd()];
  const home = homeWith('PATH=.:$PATH; export RAN="$(planted 2>/dev/null)" WHERE="$PWD"\n');
  writeFileSync(join(workspace, "planted"), "#!/bin/sh\necho planted\n", { mode: 0o755 });
  const script = `import { askLoginShell } from ${JSON.stringify(join(before, "dist/modules/core/process/ask-login-shell.js"))};
    const alive = setInterval(() => undefined, 1000);
    console.log(JSON.stringify(await askLoginShell("/bin/bash", { HOME: ${JSON.stringify(home)}, PATH: "/usr/bin:/bin" })));
    clearInterval(alive);`;
  const { stdout } = await runFile({
    file: process.execPath,
    args: ["--input-type=module", "-e", script],
    cwd: workspace,
    env: {},
  });
  expect(JSON.parse(stdout)).toMatchObject({ RAN: "", WHERE: home });
});

test("a home that is not there is no reason to have no environment", async () => {
  for (const home of ["/no/such/home", "relative", "/etc/passwd"])
    expect(await ask(home)).toMatchObject({ HOME: home });
});

test("rc files that fail, and a shell that is not there, give none", async () => {
  const home = homeWith("exit 1\n");
  expect(await ask(home)).toBeUndefined();
  expect(await askLoginShell("/no/bash", { HOME: home })).toBeUndefined();
});
