import { describe, expect, test } from "vitest";
import { openToolkit } from "../support/open-toolkit.ts";

const huge = "x".repeat(1_000_001);
const circular: Record<string, unknown> = {};
circular["self"] = circular;

type Row = readonly [tool: string, what: string, input: unknown, ...says: readonly (string | RegExp)[]];

/** `ID` stands for a shell that has printed one line; nothing of this may read, end or start anything. */
const TABLE: readonly Row[] = [
  ["Bash", "no input", undefined, "the input is undefined", "an object with command"],
  ["Bash", "null", null, "the input is null"],
  ["Bash", "a text", "ls", 'the input is "ls"'],
  ["Bash", "a list", ["ls"], 'the input is ["ls"]'],
  ["Bash", "command missing", {}, "command is missing", "a text of 1 to 1000000 characters"],
  ["Bash", "command empty", { command: "" }, 'command is ""', "1 to 1000000"],
  ["Bash", "command a number", { command: 5 }, "command is 5"],
  ["Bash", "command null", { command: null }, "command is null"],
  ["Bash", "command a list", { command: ["ls"] }, 'command is ["ls"]'],
  ["Bash", "command huge", { command: huge }, /command is "x+"… \(1000001 characters\)/, "1 to 1000000"],
  ["Bash", "command circular", { command: circular }, "command is an object that holds itself, or a bigint"],
  ["Bash", "command a bigint", { command: 5n }, "command is a bigint"],
  ["Bash", "command with NUL", { command: "echo a\0b" }, "command holds a NUL character at 6"],
  ["Bash", "command with half a character", { command: "echo \ud83d" }, "half of a surrogate pair"],
  ["Bash", "stdin a number", { command: "cat", stdin: 1 }, "stdin is 1", "at most 1000000"],
  ["Bash", "stdin huge", { command: "cat", stdin: huge }, /stdin is "x+"… \(1000001 characters\)/, "at most 1000000"],
  ["Bash", "stdin with half a character", { command: "cat", stdin: "\ud83d" }, "stdin holds half of a surrogate pair"],
  ["Bash", "timeout below", { command: "true", timeout: 999 }, "timeout is 999", "from 1000 to 600000"],
  ["Bash", "timeout in seconds", { command: "true", timeout: 30 }, "timeout is 30", "600000 (milliseconds)"],
  ["Bash", "timeout above", { command: "true", timeout: 600_001 }, "timeout is 600001", "from 1000 to 600000"],
  ["Bash", "timeout negative", { command: "true", timeout: -1 }, "timeout is -1"],
  ["Bash", "timeout a fraction", { command: "true", timeout: 1500.5 }, "timeout is 1500.5", "a whole number"],
  ["Bash", "timeout a text", { command: "true", timeout: "5000" }, 'timeout is "5000"'],
  ["Bash", "timeout null", { command: "true", timeout: null }, "timeout is null"],
  ["Bash", "timeout not a number", { command: "true", timeout: Number.NaN }, "timeout is NaN"],
  ["Bash", "background a text", { command: "true", run_in_background: "yes" }, "run_in_background", "true or false"],
  ["Bash", "background a number", { command: "true", run_in_background: 1 }, "run_in_background is 1"],
  ["Bash", "description a number", { command: "true", description: 1 }, "description is 1", "at most 2000"],
  ["Bash", "description huge", { command: "true", description: huge }, "description is", "at most 2000"],
  ["Bash", "session empty", { command: "true", session_id: "" }, 'session_id is ""', "1 to 200"],
  ["Bash", "session huge", { command: "true", session_id: huge }, "session_id is", "1 to 200"],
  [
    "Bash",
    "unknown field",
    { command: "true", cwd: "/" },
    'there is no field "cwd" (its value is "/")',
    "command, stdin, description, timeout",
  ],
  ["Bash", "a known name of others", { command: "true", dangerouslyDisableSandbox: true }, "no field"],
  ["Bash", "__proto__", JSON.parse('{"command":"true","__proto__":1}'), 'no field "__proto__"'],
  ["Bash", "several at once", { timeout: 1, x: 2 }, "x", "command is missing", "timeout is 1"],

  ["BashOutput", "no id", {}, "bash_id is missing"],
  ["BashOutput", "id a number", { bash_id: 7 }, "bash_id is 7"],
  ["BashOutput", "id empty", { bash_id: "" }, 'bash_id is ""'],
  ["BashOutput", "id huge", { bash_id: huge }, "bash_id is", "1 to 100"],
  ["BashOutput", "filter a number", { bash_id: "ID", filter: 1 }, "filter is 1"],
  ["BashOutput", "filter empty", { bash_id: "ID", filter: "" }, 'filter is ""'],
  ["BashOutput", "filter huge", { bash_id: "ID", filter: huge }, "filter is", "1 to 1000"],
  ["BashOutput", "filter no regex", { bash_id: "ID", filter: "a(" }, "Invalid filter regex: "],
  ["BashOutput", "filter with lookahead", { bash_id: "ID", filter: "(?=a)" }, "Invalid filter regex: "],
  ["BashOutput", "filter with backreference", { bash_id: "ID", filter: "(a)\\1" }, "Invalid filter regex: "],
  ["BashOutput", "filter too large", { bash_id: "ID", filter: "(a{0,500}){0,500}" }, "Invalid filter regex: "],
  ["BashOutput", "since not a cursor", { bash_id: "ID", since: "yesterday" }, 'since is "yesterday": it is no cursor'],
  ["BashOutput", "since a number", { bash_id: "ID", since: 12 }, "since is 12", 'or "0" for the beginning'],
  ["BashOutput", "since empty", { bash_id: "ID", since: "" }, 'since is ""'],
  ["BashOutput", "since without the shell's mark", { bash_id: "ID", since: "o1e0" }, "it is no cursor"],
  ["BashOutput", "wait below", { bash_id: "ID", wait_ms: -1 }, "wait_ms is -1", "from 0 to 300000"],
  ["BashOutput", "wait above", { bash_id: "ID", wait_ms: 300_001 }, "wait_ms is 300001"],
  ["BashOutput", "wait a text", { bash_id: "ID", wait_ms: "1" }, 'wait_ms is "1"'],
  [
    "BashOutput",
    "wait for something else",
    { bash_id: "ID", wait_for: "rain" },
    'wait_for is "rain"; it must be exit, output, port:3000',
    'did you mean "/rain/"?',
  ],
  ["BashOutput", "wait for a number", { bash_id: "ID", wait_for: 3000 }, 'did you mean "port:3000"?'],
  ["BashOutput", "wait for a port without a word", { bash_id: "ID", wait_for: ":3000" }, '"port:3000"?'],
  ["BashOutput", "wait for a state", { bash_id: "ID", wait_for: "exited" }, 'did you mean "exit"?'],
  ["BashOutput", "wait for no port", { bash_id: "ID", wait_for: "port:65536" }, 'is "port:65536"', "1 to 65535"],
  ["BashOutput", "wait for a list", { bash_id: "ID", wait_for: ["exit"] }, 'wait_for is ["exit"]'],
  ["BashOutput", "wait for null", { bash_id: "ID", wait_for: null }, "wait_for is null"],
  ["BashOutput", "wait for a flat no regex", { bash_id: "ID", wait_for: "/a(/" }, "Invalid wait_for pattern: "],
  ["BashOutput", "wait for too much", { bash_id: "ID", wait_for: huge }, "wait_for is", "(1000001 characters)"],
  ["BashOutput", "wait for nothing", { bash_id: "ID", wait_for: {} }, "wait_for is {}"],
  ["BashOutput", "wait for both", { bash_id: "ID", wait_for: { pattern: "a", port: 1 } }, "wait_for is"],
  ["BashOutput", "wait for port 0", { bash_id: "ID", wait_for: { port: 0 } }, 'wait_for is {"port":0}', "1 to 65535"],
  ["BashOutput", "wait for port 65536", { bash_id: "ID", wait_for: { port: 65_536 } }, "wait_for is"],
  ["BashOutput", "wait for no host", { bash_id: "ID", wait_for: { port: 80, host: "" } }, "wait_for is"],
  ["BashOutput", "wait for no regex", { bash_id: "ID", wait_for: { pattern: "a(" } }, "Invalid wait_for pattern: "],
  ["BashOutput", "head 0", { bash_id: "ID", head: 0 }, "head is 0", "from 1 to 100000"],
  ["BashOutput", "tail a text", { bash_id: "ID", tail: "5" }, 'tail is "5"'],
  ["BashOutput", "unknown field", { bash_id: "ID", lines: 5 }, 'there is no field "lines" (its value is 5)'],
  [
    "BashOutput",
    "unknown shell",
    { bash_id: "shell_0" },
    "Shell not found: shell_0. The shells of this session are ID",
  ],

  ["BashInput", "no id", {}, "bash_id is missing"],
  ["BashInput", "text a number", { bash_id: "ID", text: 5 }, "text is 5"],
  [
    "BashInput",
    "text with a NUL",
    { bash_id: "ID", text: "a\0b" },
    "text holds a NUL character at 1",
    "nothing was written",
  ],
  ["BashInput", "half a character", { bash_id: "ID", text: "\ud800" }, "half of a surrogate pair"],
  ["BashInput", "keys a number", { bash_id: "ID", keys: 5 }, "keys is 5", "a list of at most 100 items"],
  ["BashInput", "a key without a terminal", { bash_id: "ID", keys: ["Up"] }, 'the key "Up" needs a terminal'],
  ["BashInput", "wait_for unknown", { bash_id: "ID", wait_for: "ready" }, 'did you mean "/ready/"?'],
  ["BashInput", "unknown field", { bash_id: "ID", line: "y" }, 'there is no field "line"'],
  ["BashInput", "unknown shell", { bash_id: "shell_0", text: "y" }, "Shell not found: shell_0."],

  ["KillShell", "no id", {}, "shell_id is missing"],
  ["KillShell", "id null", { shell_id: null }, "shell_id is null"],
  ["KillShell", "signal unknown", { shell_id: "ID", signal: "HUP" }, 'signal is "HUP"', 'one of "TERM", "INT", "KILL"'],
  ["KillShell", "signal a number", { shell_id: "ID", signal: 9 }, "signal is 9"],
  ["KillShell", "unknown field", { shell_id: "ID", force: true }, 'there is no field "force"'],
  [
    "KillShell",
    "unknown shell",
    { shell_id: "shell_0" },
    "Shell not found: shell_0. The shells of this session are ID",
  ],

  ["ListShells", "status unknown", { status: "sleeping" }, 'status is "sleeping"', '"running"'],
  ["ListShells", "status a list", { status: ["running"] }, 'status is ["running"]'],
  ["ListShells", "session empty", { session_id: "" }, 'session_id is ""'],
  ["ListShells", "unknown field", { all: true }, 'there is no field "all"'],
];

const withId = (value: unknown, id: string): unknown => {
  if (value === "ID") return id;
  if (typeof value !== "object" || value === null || value === circular || Array.isArray(value)) return value;
  // A field called __proto__ must stay a field.
  return "bash_id" in value || "shell_id" in value
    ? {
        ...value,
        ...(Reflect.get(value, "bash_id") === "ID" ? { bash_id: id } : {}),
        ...(Reflect.get(value, "shell_id") === "ID" ? { shell_id: id } : {}),
      }
    : value;
};

describe("bad input is a failed result that names field, value and what is allowed, and nothing is consumed", () => {
  test("the whole table", async () => {
    const { call, start, shells } = openToolkit();
    const id = await start("echo unread; sleep 300");
    for (const [tool, what, input, ...says] of TABLE) {
      const result = await call(tool, withId(input, id));
      const row = `${tool}, ${what}: ${result.error}`;
      expect(result, row).toMatchObject({ success: false, output: "" });
      expect(result.metadata.error_kind, row).toMatch(/^(?:invalid-input|unknown-shell)$/);
      for (const words of says) {
        if (typeof words === "string") expect(result.error, row).toContain(words.replace("ID", id));
        else expect(result.error, row).toMatch(words);
      }
      expect(result.error?.length, row).toBeLessThan(700);
    }
    expect(shells.listShells().map((shell) => shell.id)).toEqual([id]);
    expect((await call("BashOutput", { bash_id: id, wait_for: "output" })).output).toMatch(
      /^Status: running.*\n\nunread\n$/,
    );
  });

  test("a cursor of another shell, and one from the future", async () => {
    const { call, start } = openToolkit();
    const [one, two] = [await start("echo one"), await start("echo two and more")];
    const first = await call("BashOutput", { bash_id: one, since: 0, wait_for: "exit" });
    const second = await call("BashOutput", { bash_id: two, since: 0, wait_for: "exit" });
    const foreign = await call("BashOutput", { bash_id: one, since: second.metadata["next_cursor"] });
    expect(foreign.error).toContain(`it belongs to another shell than ${one}`);
    const future = String(first.metadata["next_cursor"]).replace(/^o\d+/, "o999");
    expect((await call("BashOutput", { bash_id: one, since: future })).error).toContain(
      "it lies beyond what the shell has printed",
    );
    expect((await call("BashOutput", { bash_id: one })).output).toMatch(/\n\none\n$/);
  });

  test("a catastrophic filter is answered, not suffered", async () => {
    const { call, start } = openToolkit();
    const bash_id = await start(`printf '%0.sa' $(seq 1 5000); echo '!'`);
    const result = await call("BashOutput", { bash_id, filter: "^(a+)+$", wait_for: "exit" });
    expect(result).toMatchObject({ success: true, metadata: { status: "completed" } });
  });

  test("the id of a swept shell is unknown", async () => {
    const { call, start, shells } = openToolkit();
    const id = await start("true");
    await call("BashOutput", { bash_id: id, wait_for: "exit" });
    await shells.cleanupCompleted(0);
    const result = await call("KillShell", { shell_id: id });
    expect(result.error).toBe(
      `Shell not found: ${id}. There is no background shell in this session; a finished one is forgotten after an hour, or earlier to make room for newer ones.`,
    );
  });

  test("an unknown id never lists another session's shells", async () => {
    const { call, start } = openToolkit();
    const mine = await start("sleep 300", { session_id: "mine" });
    const asked = { bash_id: "shell_0" };
    expect((await call("BashOutput", asked)).error).not.toContain(mine);
    expect((await call("BashOutput", asked, { sessionId: "other" })).error).not.toContain(mine);
    expect((await call("BashOutput", asked, { sessionId: "mine" })).error).toContain(mine);
  });
});
