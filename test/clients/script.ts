import type { Step } from "./model/model-server.ts";

const bash = (name: string, command: string, more: object = {}): Step => ({
  name,
  tool: "Bash",
  input: () => ({ command, ...more }),
});

/** The id of the background shell, from what the model read. */
const idIn = (text = ""): string => /shell_\w+/.exec(text)?.[0] ?? "no id was told";

/** What the model does, in this order; each name is a row of the table. Handover is at the real 45 s. */
export const SCRIPT: readonly Step[] = [
  bash("success", "echo first-42"),
  bash("failure", "echo out; echo bad >&2; exit 3"),
  bash("big output", "seq 1 200000"),
  bash("big output, wide lines", "for i in {1..2000}; do printf '%0120d\\n' $i; done"),
  // Some clients count bytes: three for each of these.
  bash("big output, not ASCII", "for i in {1..1000}; do printf '語%.0s' {1..60}; echo $i; done"),
  bash("failing big output", "seq 1 200000; exit 1"),
  bash("refusal", "touch denied"),
  bash("question", "touch asked"),
  bash("background", "echo started; sleep 300", { run_in_background: true }),
  {
    name: "background, read",
    tool: "BashOutput",
    input: (read) => ({ bash_id: idIn(read.get("background")) }),
  },
  {
    name: "background, ended",
    tool: "KillShell",
    input: (read) => ({ shell_id: idIn(read.get("background")) }),
  },
  bash("handover", "echo before; sleep 300"),
];

/** A command that is stopped, and one that shows that the session goes on. `sleeper` gets the pid of what must go. */
export const STOPPED_SCRIPT: readonly Step[] = [
  { ...bash("cancel", "sleep 300 & echo $! > sleeper; wait"), stopped: true },
  bash("after the cancel", "echo still-here"),
];

/** What shows a client's own frame, said by bare-server.mjs. */
export const FRAME_TEXT = 'one line\nand "another"';
export const FRAME_SCRIPT: readonly Step[] = [
  bash("a text", JSON.stringify({ text: FRAME_TEXT })),
  bash("a text that is an error", JSON.stringify({ text: FRAME_TEXT, error: true })),
];
