import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { TerminalInput } from "../../../src/core/terminal/input-steps.ts";
import { TypedLine } from "../../../src/core/terminal/typed-line.ts";
import { judge } from "../../../src/policy.ts";
import { type TypingGate, typeInto } from "../../../src/tools/typing/type-into.ts";
import { TestTerminal } from "../../support/test-terminal.ts";
import { waitUntil } from "../../support/wait-until.ts";

/**
 * Each case tries to delete a file of its own, which the policy here forbids by a rule for its name: whatever way leads to
 * the shell, the file stays, and what is harmless is typed.
 */
let dir: string;
let canary: string;
let open: TestTerminal | undefined;
const asked: string[] = [];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "nacre-typing-"));
  canary = join(dir, "canary");
  writeFileSync(canary, "alive");
  asked.length = 0;
});

afterEach(async () => {
  await open?.close();
  open = undefined;
  rmSync(dir, { recursive: true, force: true });
});

/** Refuses what the policy does not allow, and everything that names the canary; answers no question with yes. */
const gate: TypingGate<string> = {
  judge: async ({ text, cwd, stdin, isReadByBash = false }) => {
    const where = { cwd, home: dir, workspace: dir, isReadByBash, ...(stdin === undefined ? {} : { stdin }) };
    const verdict = judge(text, where);
    const isCanary = `${text}${stdin?.kind === "text" ? stdin.text : ""}`.includes("canary");
    const finding = {
      decision: "ask",
      rule: "canary",
      reason: "It names the canary.",
      part: text,
      span: [0, 1],
    } as const;
    return isCanary ? { ...verdict, decision: "ask", findings: [finding, ...verdict.findings] } : verdict;
  },
  refusal: async ({ text }, { decision, findings }) => {
    const rules = findings.filter((one) => one.decision !== "allow").map(({ rule }) => rule);
    asked.push(`${rules.join()}: ${text}`);
    return decision === "allow" ? undefined : `refused ${rules.join()}`;
  },
};
const yes: TypingGate<string> = { ...gate, refusal: async ({ text }) => void asked.push(text) };

type Typing = (input: TerminalInput, by?: TypingGate<string>) => Promise<string | undefined>;

/** Starts a program, and types into it as a model does. */
async function start(argv: readonly string[], isContained = false): Promise<{ type: Typing; screen: () => string }> {
  const terminal = await TestTerminal.open(argv, dir);
  open = terminal;
  const line = new TypedLine();
  const screen = (): string => terminal.screen.drawing().rows.join("\n");
  if (argv === BASH) await shows(screen, /[$#] *$/m);
  return {
    screen,
    type: async (input, by = gate) => (await typeInto({ terminal, line, isContained, cwd: dir }, input, by)).refusal,
  };
}

const BASH = ["bash", "--norc", "--noprofile"];
const shows = (screen: () => string, text: string | RegExp): Promise<void> =>
  waitUntil(`the screen shows ${text}`, () =>
    typeof text === "string" ? screen().includes(text) : text.test(screen()),
  );

describe("a shell at its prompt", () => {
  test("gets a harmless line, and runs it", async () => {
    const { type, screen } = await start(BASH);
    expect(await type({ text: "echo $((40 + 2))\n" })).toBeUndefined();
    await shows(screen, /^42$/m);
  });

  test("never gets the Enter of a line that is refused, and is left with an empty line", async () => {
    const { type, screen } = await start(BASH);
    expect(await type({ text: "rm canary\n" })).toMatch(/^refused canary/);
    expect(await type({ text: "echo still $((1 + 1))\n" })).toBeUndefined();
    await shows(screen, "still 2");
    expect(existsSync(canary)).toBe(true);
  });

  test("gets no line in pieces", async () => {
    const { type } = await start(BASH);
    expect(await type({ text: "rm " })).toBeUndefined();
    expect(await type({ text: "can" })).toBeUndefined();
    expect(await type({ keys: ["a", "r", "y"] })).toBeUndefined();
    expect(await type({ keys: ["Enter"] })).toMatch(/^refused canary/);
    expect(existsSync(canary)).toBe(true);
  });

  test("gets no line from its history", async () => {
    const { type } = await start(BASH);
    await type({ text: "history -s 'rm canary'\n" }, yes);
    expect(await type({ keys: ["Up", "Enter"] })).toMatch(/refused/);
    await type({ keys: ["C-c"] });
    expect(await type({ text: "!rm\n" })).toBe("refused type-history");
    await type({ keys: ["C-c"] });
    expect(await type({ keys: ["C-r", "r", "m"] })).toBeUndefined();
    expect(await type({ keys: ["Enter"] })).toMatch(/refused/);
    expect(existsSync(canary)).toBe(true);
  });

  test("gets no line that was completed into another", async () => {
    const { type } = await start(BASH);
    expect(await type({ text: "rm can\t" })).toBeUndefined();
    expect(await type({ keys: ["Enter"] })).toMatch(/^refused canary/);
    expect(existsSync(canary)).toBe(true);
  });

  test("gets no key that may run something unseen", async () => {
    const { type } = await start(BASH);
    expect(await type({ keys: ["C-x"] })).toBe("refused type-key");
    expect(await type({ text: "true", keys: ["C-o"] })).toBe("refused type-key");
  });
});

describe("a shell behind another program", () => {
  test("gets no line that was typed ahead", async () => {
    const { type, screen } = await start(BASH);
    await type({ text: "sleep 2; echo over\n" }, yes);
    expect(await type({ text: "rm canary\n" })).toMatch(/^refused canary/);
    await shows(screen, /(?<!echo )over/); // also behind what was typed ahead, where the shell was at its prompt again
    expect(existsSync(canary)).toBe(true);
  });

  test("gets no second line behind the answer to a question", async () => {
    const { type, screen } = await start(BASH);
    await type({ text: "read -p 'sure? ' a; echo said $a\n" }, yes);
    await shows(screen, "sure?");
    expect(await type({ text: "y\nrm canary\n" })).toMatch(/^refused canary/);
    await shows(screen, "said y");
    expect(existsSync(canary)).toBe(true);
  });
});

describe("a program in raw mode", () => {
  const RAW = ["bash", "--norc", "-c", "stty raw -echo; head -c 12 > got; stty sane"];

  test("is one question where no sandbox holds, and a no leaves it running", async () => {
    const { type } = await start(RAW);
    await waitUntil("raw mode", async () => (await open?.facts())?.isCanonical === false);
    expect(await type({ text: ":!rm canary\n" })).toBe("refused type-raw");
    expect(asked).toEqual(["type-raw: :!rm canary\r"]);
    expect(await type({ keys: ["Escape"] }, yes)).toBeUndefined();
    expect(await type({ text: ":!rm canary\n" })).toBeUndefined();
    await waitUntil("the program has read", () => existsSync(join(dir, "got")));
  });

  test("gets anything inside a sandbox that holds", async () => {
    const { type } = await start(RAW, true);
    await waitUntil("raw mode", async () => (await open?.facts())?.isCanonical === false);
    expect(await type({ text: ":!rm canary\n" })).toBeUndefined();
    expect(asked).toEqual([]);
  });
});

test("a script's question is answered without a word, though not a password's", async () => {
  const { type, screen } = await start([
    "bash",
    "--norc",
    "-c",
    "read -p 'ok? ' a; read -s -p 'Password: ' b; echo $a${#b}",
  ]);
  await shows(screen, "ok?");
  expect(await type({ text: "y\n" })).toBeUndefined();
  await shows(screen, "Password:");
  expect(await type({ text: "hunter2\n" })).toBe("refused type-password");
  expect(await type({ text: "hunter2" }, yes)).toBeUndefined();
  expect(await type({ keys: ["Enter"] })).toBeUndefined();
  await shows(screen, "y7");
});

test("a language is judged by what its code does", async () => {
  const { type, screen } = await start(["python3", "-q"]);
  expect(await type({ text: "print(6 * 7)\n" })).toBeUndefined();
  await shows(screen, /^42$/m);
  expect(await type({ text: "import os; os.remove('canary')\n" })).toMatch(/refused/);
  expect(existsSync(canary)).toBe(true);
});

test("node's REPL gets a line whose value it previews, and none that it would complete into another", async () => {
  const { type, screen } = await start([process.execPath]);
  await shows(screen, /^> *$/m);
  expect(await type({ text: "6 * 7" })).toBeUndefined();
  await shows(screen, /^> 6 \* 7\n42$/m);
  expect(await type({ keys: ["Enter"] })).toBeUndefined();
  await shows(screen, /^42\n>/m);
  expect(asked.filter((one) => one.startsWith("type-line"))).toEqual([]);
  expect(await type({ text: "canaryOfMine = 1; 0\n" }, yes)).toBeUndefined();
  await shows(screen, /^0\n>/m);
  expect(await type({ text: "canaryOf" })).toBeUndefined();
  await shows(screen, /^> canaryOfMine/m);
  expect(await type({ keys: ["Enter"] })).toMatch(/type-line/);
});
