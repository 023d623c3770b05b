import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { restartSession } from "../../../src/tools/restart-session.ts";
import { WORDS } from "../../../src/tools/words.ts";
import { hasBubblewrap } from "../../support/open-sandbox.ts";
import { type OpenToolkit, openToolkit } from "../../support/open-toolkit.ts";
import { waitUntil } from "../../support/wait-until.ts";

/** A job that prints once a file is there. */
const whenThere = (file: string, print: string): string => `(until [ -e ${file} ]; do sleep 0.02; done; ${print}) &`;

const open = ({ workingDir }: OpenToolkit, file: string): void => writeFileSync(join(workingDir, file), "");

const MARK = WORDS.lateOutput();

for (const sandbox of hasBubblewrap ? (["none", "workspace"] as const) : (["none"] as const)) {
  test(`what a job prints after its call is shown with the next one, once (sandbox: ${sandbox})`, async () => {
    const kit = openToolkit({ sandbox });
    await kit.bash(whenThere("gate", "echo late; echo complaint >&2; touch done"));
    open(kit, "gate");
    await waitUntil("the job to have printed", () => existsSync(join(kit.workingDir, "done")));
    const next = await kit.bash("echo mine");
    expect(next.output).toBe(`mine\n${MARK}\nlate\n[stderr]\ncomplaint\n`);
    expect(next.metadata["late_output"]).toBe("late\n[stderr]\ncomplaint\n");
    const after = await kit.bash("echo mine");
    expect(after.output).toBe("mine\n");
    expect(after.metadata).not.toHaveProperty("late_output");
  });

  test(`wait shows what the job printed meanwhile (sandbox: ${sandbox})`, async () => {
    const kit = openToolkit({ sandbox });
    for (const round of [1, 2, 3, 4, 5]) {
      await kit.bash(whenThere(`gate${round}`, `seq 1 300; echo last ${round}`));
      const { output } = await kit.bash(`touch gate${round}; wait; echo waited`);
      const lines = Array.from({ length: 300 }, (_, index) => `${index + 1}\n`).join("");
      expect(output).toBe(`waited\n${MARK}\n${lines}last ${round}\n`);
    }
  });

  test(`of long late output both ends are shown, and how to read the whole (sandbox: ${sandbox})`, async () => {
    const kit = openToolkit({ sandbox });
    await kit.bash(whenThere("gate", "seq 1 200000"));
    const { output, metadata } = await kit.bash("touch gate; wait; echo mine");
    expect(output.length).toBeLessThan(5000);
    expect(output.startsWith(`mine\n${MARK}\n1\n2\n3\n`)).toBe(true);
    expect(output.endsWith("199999\n200000\n")).toBe(true);
    expect(metadata.truncated).toBe(false);
    const [, bash_id] = /bash_id="(\w+)"/.exec(output) ?? [];
    const [, path] = /all of it is in (\S+)\]/.exec(output) ?? [];
    if (sandbox === "none") {
      expect([bash_id, (await kit.bash(`wc -l <${path}`)).output]).toEqual([undefined, "200000\n"]);
    } else {
      expect(path).toBeUndefined();
      const found = await kit.call("BashOutput", { bash_id, since: "0", filter: "^123456$" });
      expect(found.output).toMatch(/^Status: completed\n\n123456\n/);
      expect((await kit.call("ListShells", {})).output).toBe("No background shells.");
      expect((await kit.call("KillShell", { shell_id: bash_id })).metadata).toMatchObject({ already_stopped: true });
    }
  });
}

test("late output stands above the last line of a failure, and keeps that line", async () => {
  const kit = openToolkit();
  await kit.bash(whenThere("gate", "echo late"));
  const { error, output } = await kit.bash("touch gate; wait; exit 3");
  expect(error).toBe(`${WORDS.exited(3)}\n${MARK}\nlate\n[exit code 3]`);
  expect(output).toBe(`${MARK}\nlate\n`);
});

test("a caller that takes the streams apart finds late output in the notice alone", async () => {
  const kit = openToolkit();
  await kit.bash(whenThere("gate", "echo late"));
  const { metadata } = await kit.call("Bash", { command: "touch gate; wait; echo mine" }, { streams: {} });
  expect(metadata).toMatchObject({ stdout: "mine\n", stderr: "", notice: `${MARK}\nlate\n` });
});

test("together with late output a result keeps within what a model sees", async () => {
  const kit = openToolkit({ limits: { visibleChars: 2000 } });
  await kit.bash(whenThere("gate", "seq 1 20000"));
  const { output } = await kit.bash("touch gate; wait; seq 1 30000");
  expect(output.length).toBeLessThanOrEqual(2000);
  expect(output).toContain(`\n${MARK}\n1\n2\n`);
  expect(output).toMatch(/\[\d+ characters left out; all of it is in .*\]$/);
});

test("a job that still holds the output of its command is told with where its output will be", async () => {
  const { bash } = openToolkit();
  expect((await bash("sleep 300 & true")).output).toMatch(
    /still running: .*\(pid \d+\); what it prints here is shown with the next command's result$/,
  );
  const silent = "sleep 300 >log 2>&1 & until [ $(readlink /proc/$!/fd/2) = $PWD/log ]; do sleep 0.02; done";
  expect((await bash(silent)).output).toMatch(/still running: .*\(pid \d+\)$/);
});

test("secrets are redacted in late output, also where a result cuts them in two", async () => {
  const kit = openToolkit({ redact: { values: ["one-two-three-four"] } });
  await kit.bash(`${whenThere("gate1", "printf 'a one-two-'; touch half")} ${whenThere("gate2", "echo three-four b")}`);
  open(kit, "gate1");
  await waitUntil("half of it", () => existsSync(join(kit.workingDir, "half")));
  const first = await kit.bash("true");
  const second = await kit.bash("touch gate2; wait");
  expect([first.metadata["late_output"], second.metadata["late_output"]]).toEqual(["a ", "[redacted:secret] b\n"]);
});

test("output of a command that was handed over is never late output, and that of a job before it is", async () => {
  const kit = openToolkit();
  await kit.bash(whenThere("gate", "echo late; touch done"));
  const handed = await kit.call(
    "Bash",
    { command: `echo begun; until [ -e go ]; do sleep 0.02; done; echo own` },
    { backgroundAfterMs: 100 },
  );
  const { bash_id } = handed.metadata;
  for (const file of ["gate", "go"]) open(kit, file);
  const read = await kit.call("BashOutput", { bash_id, wait_for: "exit" });
  expect(read.output).toContain("own\n");
  expect(read.output).not.toContain("late");
  await waitUntil("the job to have printed", () => existsSync(join(kit.workingDir, "done")));
  expect((await kit.bash("echo mine")).output).toBe(`mine\n${MARK}\nlate\n`);
});

test("a session that is restarted shows what nobody was shown yet", async () => {
  const kit = openToolkit();
  await kit.bash(whenThere("gate", "echo late; touch done; sleep 300"));
  open(kit, "gate");
  await waitUntil("the job to have printed", () => existsSync(join(kit.workingDir, "done")));
  const { output, metadata } = await restartSession(kit, {});
  expect(output).toBe(`${WORDS.restarted()}\n${MARK}\nlate\n`);
  expect(metadata).toEqual({ session_id: "default", late_output: "late\n" });
  expect((await kit.bash("echo mine")).output).toBe("mine\n");
});

test("a log of late output is deleted with the other logs", async () => {
  const kit = openToolkit();
  await kit.bash(whenThere("gate", "seq 1 200000"));
  const { output } = await kit.bash("touch gate; wait");
  const [, path = ""] = /all of it is in (\S+)\]/.exec(output) ?? [];
  expect(existsSync(path)).toBe(true);
  await kit.shells.cleanupCompleted(-1);
  expect(existsSync(path)).toBe(false);
  expect(readdirSync(join(path, ".."))).toEqual([]);
});
