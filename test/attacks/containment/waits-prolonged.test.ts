import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ToolResult } from "../../../src/index.ts";
import { hasBubblewrap } from "../../support/open-sandbox.ts";
import { type OpenToolkit, openToolkit } from "../../support/open-toolkit.ts";
import { waitUntil } from "../../support/wait-until.ts";

/*
 * Variations on "a wait that commands can prolong": what the host reads, looks through and waits for is made endless. Every
 * call still answers, and the toolkit closes; the limit of each test is the proof.
 */

type Siege = OpenToolkit & {
  /** Runs a script in the session's own bash; it lies in a file, so that nobody judges it. */
  readonly run: (script: string, more?: Readonly<Record<string, unknown>>) => Promise<ToolResult>;
};

function siege(): Siege {
  const kit = openToolkit({ sandbox: "workspace", snapshot: true });
  mkdirSync(join(kit.workingDir, "scripts"));
  let count = 0;
  const run: Siege["run"] = (script, more) => {
    const path = join(kit.workingDir, "scripts", `${count++}.sh`);
    writeFileSync(path, script);
    return kit.bash(`. ${path}`, more);
  };
  return { ...kit, run };
}

const goesOn = async ({ bash }: Siege, session_id = "default"): Promise<void> => {
  const { output, error = "" } = await bash("echo goes on", { session_id, timeout: 20_000 });
  expect(`${output}${error}`).toMatch(/^goes on\n/);
};

/** What the host reads of a repository that a command made, and of the workspace. */
const READ = [
  ...["config", "config.worktree", "HEAD", "index", "commondir", "gitdir", "info/attributes"].map(
    (name) => `sub/.git/${name}`,
  ),
  ...["rebase-merge/git-rebase-todo", "rebase-merge/strategy", "sequencer/todo"].map((name) => `sub/.git/${name}`),
  "sub/.gitmodules",
  "sub/.env",
  ".env",
  ".gitmodules",
  ".gitattributes",
  "sub/.git/modules/x/HEAD",
];
const at = (make: string): string =>
  `git init -q sub; for f in ${READ.join(" ")}; do mkdir -p "$(dirname $f)"; rm -rf $f; ${make}; done`;

describe.runIf(hasBubblewrap)("no wait of the host is prolonged", () => {
  test.each([
    ["by pipes that nobody writes to, in the place of what it reads", at("mkfifo $f")],
    ["by files of ten gigabytes, in the place of what it reads", at("truncate -s 10G $f")],
    ["by links to themselves, in the place of what it reads", at("ln -s $(basename $f) $f")],
    ["by links to what never ends", at("ln -s /dev/zero $f")],
    ["by lines without an end", at("head -c 900000 /dev/zero | tr '\\0' '[' > $f")],
  ])("%s", async (_, script) => {
    const kit = siege();
    await kit.run(script);
    await goesOn(kit);
    await kit.start("true");
    await kit.bash("git clean -fdx sub");
    await goesOn(kit);
    await kit.dispose();
  });

  test.each([
    ["that makes directories without an end", "i=0; while :; do mkdir -p d$((i++ % 3000))/e/f; done"],
    ["that makes and removes repositories", "while :; do git init -q r; rm -rf r; done"],
    ["that moves a tree to and fro", "mkdir -p a/{1..40}/{1..5}; while :; do mv a b; mv b a; done"],
    ["that closes and opens a directory", "mkdir -p c/d; while :; do chmod 000 c; chmod 755 c; done"],
    ["that makes a guarded name again and again, slowly", "while :; do mkdir .vscode; sleep 0.3; done"],
  ])("by a process %s", async (_, script) => {
    const kit = siege();
    await kit.run(`(${script}) >/dev/null 2>&1 & disown`);
    for (let round = 0; round < 3; round++) await goesOn(kit);
    // A shell that starts while a path to be sealed goes is refused, with its reason: the next one may stand.
    const isNew = async (): Promise<boolean> =>
      (await kit.bash("echo goes on", { session_id: "other" })).output.includes("goes on");
    await waitUntil("another session", isNew);
    await kit.dispose();
  });

  test("by a process that stops bash again and again: the call ends in its time, and the session goes on", async () => {
    const kit = siege();
    await kit.run("(for _ in {1..400}; do kill -STOP $$; sleep 0.01; done) >/dev/null 2>&1 & disown");
    const stopped = await kit.bash("echo said", { timeout: 2000 });
    expect(stopped.metadata["status"] === "timeout" || stopped.output.includes("said")).toBe(true);
    await goesOn(kit, "other");
    await goesOn(kit);
    await kit.dispose();
  });

  test("by traps that sleep in every command of bash, also those of the host's own turns", async () => {
    const kit = siege();
    await kit.run("trap 'sleep 1000' DEBUG; shopt -s extdebug", { timeout: 3000 });
    await kit.bash("echo said", { timeout: 3000 });
    await goesOn(kit, "other");
    await kit.call("Bash", { command: "true", timeout: 3000 }, { workingDir: join(kit.workingDir, "scripts") });
    await kit.dispose();
  });
});
