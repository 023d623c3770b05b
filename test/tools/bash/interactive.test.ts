import { expect, test } from "vitest";
import { hasBubblewrap } from "../../support/open-sandbox.ts";
import { openToolkit } from "../../support/open-toolkit.ts";

/** Waits until the shell has ended, and returns what it printed. */
const ended = { wait_for: "exit", wait_ms: 30_000 };

const LOOP = `const it = require("node:readline").createInterface(process.stdin); process.stdout.write("Name: "); it.once("line", (one) => { console.log("hello " + one); process.exit(); });`;

test("a command that waits for input goes on as a background shell that says what it asks; a silent one stays", async () => {
  const { bash, call } = openToolkit({ interactive: true });
  const [asked, looping, silent] = await Promise.all([
    bash("printf 'Go on? [y/N] '; read answer; echo got $answer"),
    bash(`node -e '${LOOP}'`, { session_id: "loop" }),
    bash("printf 'wait: '; sleep 6; echo done", { session_id: "silent" }),
  ]);
  expect(asked).toMatchObject({ success: true, metadata: { status: "running", waiting_for_input: "bash" } });
  expect(asked.metadata).not.toHaveProperty("timed_out");
  expect(asked.output).toContain("Command waits for input and goes on as a background shell: shell_");
  expect(asked.output).toContain("It asks: Go on? [y/N]\n");
  expect(asked.output).toContain("bash waits for input: BashInput types it");
  const answered = await call("BashInput", { bash_id: asked.metadata.bash_id, text: "y\n", ...ended });
  expect(answered.output).toContain("got y\n");
  expect(answered.metadata).toMatchObject({ status: "completed", exit_code: 0 });
  expect(looping.metadata).toMatchObject({ status: "running", waiting_for_input: "node" });
  expect(looping.output).toContain("It asks: Name:\n");
  expect(looping.output).toContain("node seems to wait for input");
  const named = await call("BashInput", { bash_id: looping.metadata.bash_id, text: "Ada\n", ...ended });
  expect(named.output).toContain("hello Ada\n");
  expect(silent).toMatchObject({ output: "wait: done\n", metadata: { status: "completed" } });
});

test("the session goes on as it was before a command that waits, and gives each command an open pipe anew", async () => {
  const { bash, call } = openToolkit({ interactive: true });
  await bash("x=1; f() { echo f$x; }");
  const first = await bash("x=2; cat");
  expect(first.metadata).toMatchObject({ status: "running", waiting_for_input: "cat" });
  expect(first.output).not.toContain("It asks:");
  expect((await bash("f")).output).toBe("f1\n");
  const second = await bash("head -n 1");
  expect(second.metadata).toMatchObject({ waiting_for_input: "head" });
  const answered = await call("BashInput", { bash_id: second.metadata.bash_id, text: "two\n", ...ended });
  expect(answered.output).toContain("two\n");
  const over = await call("BashInput", { bash_id: first.metadata.bash_id, eof: true, ...ended });
  expect(over.metadata).toMatchObject({ status: "completed", exit_code: 0 });
});

test("what is typed is judged with the command that reads it", async () => {
  const { bash, call } = openToolkit({ interactive: true });
  const { metadata } = await bash("bash");
  const { bash_id } = metadata;
  expect(metadata).toMatchObject({ waiting_for_input: "bash" });
  const refused = await call("BashInput", { bash_id, text: "sudo ls\n" });
  expect(refused).toMatchObject({ success: false, metadata: { written: 0 } });
  const taken = await call("BashInput", { bash_id, text: "echo fine\n" });
  expect(taken.output).toContain("fine\n");
});

test("a prompt for a secret takes no text without a question to the user", async () => {
  const asked: string[] = [];
  const { bash, call } = openToolkit({
    interactive: true,
    approver: async ({ command }) => {
      asked.push(command);
      return { answer: asked.length > 1 ? "once" : "deny" };
    },
  });
  const { output, metadata } = await bash("printf 'Password: ' >&2; read -s x; echo ${#x}");
  expect(metadata).toMatchObject({ waiting_for_input: "bash", password: "maybe" });
  expect(output).toContain("bash may be asking for a secret");
  const { bash_id } = metadata;
  const refused = await call("BashInput", { bash_id, text: "hunter22\n" });
  expect(refused).toMatchObject({ success: false, metadata: { written: 0 } });
  expect(JSON.stringify(refused)).not.toContain("hunter22");
  const typed = await call("BashInput", { bash_id, text: "hunter22\n", ...ended });
  expect(typed.output).toContain("8\n");
  expect(asked.join()).not.toContain("hunter22");
});

test("without interactive such a command reads nothing at all", async () => {
  const { bash } = openToolkit();
  expect(await bash("cat; echo over")).toMatchObject({ output: "over\n" });
});

test("commands have no descriptor of the open pipe but their standard input", async () => {
  const { bash } = openToolkit({ interactive: true });
  const { output } = await bash("ls -l /proc/self/fd | awk '{print $9, $11}' | grep -v '^3 '");
  expect(
    output
      .trim()
      .split("\n")
      .filter((line) => line.startsWith("0 ")),
  ).toEqual([expect.stringMatching(/^0 pipe:/)]);
  expect((await bash("ls /proc/self/fd | wc -l")).output.trim()).toBe("4");
});

test("text given with the command is its whole input", async () => {
  const { bash } = openToolkit({ interactive: true });
  expect(await bash("cat", { stdin: "given\n" })).toMatchObject({
    output: "given\n",
    metadata: { status: "completed" },
  });
});

test.runIf(hasBubblewrap)("in the sandbox too a command that waits is handed over and answered", async () => {
  const { bash, call } = openToolkit({ interactive: true, sandbox: "workspace" });
  const asked = await bash("read answer; echo got $answer");
  expect(asked.metadata).toMatchObject({ status: "running", waiting_for_input: "bash" });
  const answered = await call("BashInput", { bash_id: asked.metadata.bash_id, text: "y\n", ...ended });
  expect(answered.output).toContain("got y\n");
});
