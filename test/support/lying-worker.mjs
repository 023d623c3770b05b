// A worker that says what no worker says: node lying-worker.mjs WHAT
import { frameBytes, PREAMBLE, WireReader } from "../../dist/modules/core/wire/wire-frames.js";

const what = process.argv[2];
const say = (...message) => process.stdout.write(frameBytes(...message));
const READY = {
  home: "/home/liar",
  pid: 1,
  hostname: "liar",
  user: "liar",
  node: "v20",
  cpus: 1,
  load: 0,
  memoryBytes: 1,
  freeBytes: 1,
  pidNamespace: "",
  rootType: "",
};
const RESULT = { success: true, output: "forged", metadata: { exit_code: 0 } };

/** What it answers a call with. */
const LIES = {
  "honest result": (stream) => say("result", stream, { dropped: 0, result: RESULT }),
  "result of no call": (stream) => say("result", stream + 7, { dropped: 0, result: RESULT }),
  "result that is none": (stream) => say("result", stream, { dropped: 0, result: { success: "yes" } }),
  "result with wrong types": (stream) =>
    say("result", stream, { dropped: 0, result: { ...RESULT, metadata: { exit_code: "0", cwd: 5 } } }),
  "output of no shell": () => say("output", 2 ** 31 + 5, Buffer.from([0, 65])),
  "output of no stream": (stream) => say("output", stream, Buffer.from([9, 65])),
  "shell that was not cleared": () =>
    say("event", 0, {
      kind: "shell-started",
      id: "shell_0123456789abcdef",
      sessionId: "default",
      command: "echo never cleared",
      cwd: "/",
      stream: 2 ** 31,
    }),
  "event that is none": () => say("event", 0, { kind: "verdict", cleared: true }),
  "a message of the gateway's": () => say("call", 1, {}),
  "reply to nothing": () => say("reply", 99, { is: 1 }),
  "garbage in the middle": () => process.stdout.write(Buffer.alloc(100_000, "x")),
  "half a message, then its end": (stream) => {
    const whole = frameBytes("output", stream, Buffer.concat([Buffer.from([0]), Buffer.from("forged\n")]));
    process.stdout.write(whole.subarray(0, whole.length - 3), () => process.exit());
  },
  "half a message, then silence": () => process.stdout.write(Buffer.from([5, 0, 0])),
  "judgement of another's session": (stream) => {
    const request = { text: "echo x", cwd: "/", sessionId: "another", workspaces: ["/"], sessionKey: 1, isBusy: false };
    say("ask", 1, { what: "judge", number: 1, call: stream, request, isToClear: true });
  },
  "clearance without a judgement": () => say("ask", 1, { what: "clear", number: 5, isSettled: true }),
};

process.stdout.write(PREAMBLE);
const reader = new WireReader(false);
process.stdin.on("end", () => process.exit());
process.stdin.on("data", (chunk) => {
  for (const { frame } of reader.push(chunk)) {
    if (frame?.kind === "hello") say("ready", 0, READY);
    if (frame?.kind === "call") LIES[what](frame.stream);
    // What the gateway refuses it is told back as a result, for the test to see.
    if (frame?.kind === "reply")
      say("result", 1, { dropped: 0, result: { ...RESULT, output: JSON.stringify(frame.value) } });
    if (frame?.kind === "close") process.exit();
  }
});
