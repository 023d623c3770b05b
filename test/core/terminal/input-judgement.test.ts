import { expect, test } from "vitest";
import { type InputJudgement, judgeStep, type Situation } from "../../../src/core/terminal/input-judgement.ts";
import type { InputStep } from "../../../src/core/terminal/input-steps.ts";
import { terminalFacts, terminalProcess } from "./terminal-process.ts";

const text = { kind: "text", bytes: "rm x" } as const;
const enter = { kind: "accept", bytes: "\r" } as const;
const key = { kind: "key", bytes: "\x1b" } as const;
const edit = { kind: "edit", bytes: "\x1b[A" } as const;
const eof = { kind: "eof", bytes: "\x04" } as const;
const interrupt = { kind: "interrupt", bytes: "\x03" } as const;

const RAW = { isCanonical: false, echoes: false } as const;
const bash = terminalProcess("bash", { pid: 2 });
const python = terminalProcess("python3", { pid: 3 });
const sleep = terminalProcess("sleep 9", { pid: 4 });
const vim = terminalProcess("vim x", { pid: 5 });
const tmux = terminalProcess("tmux", { pid: 6 });
const nacres = terminalProcess("bash", { pid: 1, isCommandShell: true });

const AT: Situation = {
  facts: terminalFacts({ foreground: [nacres] }),
  state: { waiting: "yes", password: "no", view: "lines", program: "x", unread: 0, isCanonical: true },
  isContained: false,
  isRawAllowed: false,
  literal: "rm x",
  onScreen: undefined,
  reader: undefined,
  cwd: "/work",
};
const prompted = (foreground = bash, typed: string | undefined = "rm x"): Partial<Situation> => ({
  facts: terminalFacts({ ...RAW, foreground: [foreground], behind: [nacres] }),
  reader: foreground.pid,
  onScreen: typed,
});
const inVim = { facts: terminalFacts({ ...RAW, foreground: [vim], behind: [nacres] }) };

const short = (judgement: InputJudgement): string => {
  if (judgement.kind === "free") return "free";
  if (judgement.kind === "ask") return `ask ${judgement.doubt}: ${judgement.text}`;
  return `line ${judgement.text} by ${judgement.readers.map(({ pid }) => pid).join()}`;
};

type Row = readonly [what: string, step: InputStep, at: Partial<Situation>, expected: string];
const ROWS: readonly Row[] = [
  ["text for a question of a script", text, {}, "free"],
  ["Enter for a question of a script", enter, {}, "free"],
  ["text for what does not wait for it", text, { state: { ...AT.state, waiting: "no" } }, "free"],
  [
    "Enter for what does not wait for it, in a sandbox too",
    enter,
    { state: { ...AT.state, waiting: "no" }, isContained: true },
    "line rm x by 0",
  ],
  ["what nothing can be told about", text, { facts: undefined }, "ask unknown: rm x"],
  ["an interrupt, also there", interrupt, { facts: undefined }, "free"],
  ["text for a password", text, { state: { ...AT.state, password: "yes" } }, "ask password: rm x"],
  [
    "text for what may be a password, contained or not",
    text,
    { state: { ...AT.state, password: "maybe" }, isContained: true },
    "ask password: rm x",
  ],
  ["Enter behind a password", enter, { state: { ...AT.state, password: "yes" } }, "free"],
  ["text at a prompt of bash", text, prompted(), "free"],
  ["Enter at a prompt of bash", enter, prompted(), "line rm x by 2"],
  ["the same in a sandbox", enter, { ...prompted(), isContained: true }, "line rm x by 2"],
  ["Enter at a prompt of python", enter, prompted(python), "line rm x by 3"],
  ["Enter on an empty line", enter, { ...prompted(bash, ""), literal: "" }, "free"],
  ["a line that stands otherwise than typed", enter, prompted(bash, "rm -rf / rm x"), "ask line: rm -rf / rm x"],
  ["a line from history", enter, { ...prompted(bash, "rm y"), literal: undefined }, "line rm y by 2"],
  ["a line that cannot be read", enter, { ...prompted(), onScreen: undefined, literal: undefined }, "ask line: "],
  [
    "what the shell would take from history",
    enter,
    { ...prompted(bash, "ls !!"), literal: "ls !!" },
    "ask history: ls !!",
  ],
  [
    "an exclamation that is none",
    enter,
    { ...prompted(bash, "echo hi! x"), literal: "echo hi! x" },
    "line echo hi! x by 2",
  ],
  ["an exclamation in python", enter, { ...prompted(python, "a !=b!r"), literal: "a !=b!r" }, "line a !=b!r by 3"],
  ["keys that edit at a prompt", edit, prompted(), "free"],
  ["keys that may run something", key, prompted(), "ask key: rm x"],
  ["the end of input on an empty line", eof, { ...prompted(bash, ""), literal: "" }, "free"],
  ["the end of input behind a line", eof, prompted(), "line rm x by 2"],
  [
    "type-ahead for bash behind sleep",
    enter,
    { facts: terminalFacts({ foreground: [sleep], behind: [bash] }) },
    "line rm x by 2",
  ],
  [
    "type-ahead that was edited",
    enter,
    { facts: terminalFacts({ foreground: [sleep], behind: [bash] }), literal: undefined },
    "ask line: ",
  ],
  [
    "type-ahead for all who may read it",
    enter,
    { facts: terminalFacts({ foreground: [python], behind: [bash] }) },
    "line rm x by 3,2",
  ],
  ["a key that sleep gets", key, { facts: terminalFacts({ foreground: [sleep], behind: [bash] }) }, "free"],
  ["text for vim", text, inVim, "ask raw: rm x"],
  ["a key for vim", key, inVim, "ask raw: rm x"],
  ["text for vim that the user allowed", text, { ...inVim, isRawAllowed: true }, "free"],
  ["text for vim in a sandbox that holds", text, { ...inVim, isContained: true }, "free"],
  [
    "Enter in vim in front of bash",
    enter,
    { facts: terminalFacts({ ...RAW, foreground: [vim], behind: [bash] }), isContained: true },
    "line rm x by 2",
  ],
  [
    "Enter in tmux",
    enter,
    { facts: terminalFacts({ ...RAW, foreground: [tmux], behind: [nacres] }), isContained: true },
    "line rm x by 6",
  ],
  [
    "Enter in tmux after keys",
    enter,
    { facts: terminalFacts({ ...RAW, foreground: [tmux] }), literal: undefined },
    "ask line: ",
  ],
];

test.each(ROWS)("%s", (_, step, at, expected) => {
  expect(short(judgeStep(step, { ...AT, ...at }))).toBe(expected);
});
