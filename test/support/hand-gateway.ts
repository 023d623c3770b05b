import { PassThrough } from "node:stream";
import { onTestFinished } from "vitest";
import { Asks } from "../../src/core/wire/asks.ts";
import { Wire } from "../../src/core/wire/wire.ts";
import type { WireFrame } from "../../src/core/wire/wire-frames.ts";
import type { ToolkitOptions } from "../../src/index.ts";
import { runWorker } from "../../src/tools/worker/worker.ts";
import { tempDir } from "./temp-dir.ts";
import { waitUntil } from "./wait-until.ts";

/** A gateway that lets everything through, on a worker inside this process. */
export function handGateway(options: ToolkitOptions = {}) {
  const [toWorker, fromWorker] = [new PassThrough(), new PassThrough()];
  const frames: WireFrame[] = [];
  const stop = new AbortController();
  const over = runWorker({ input: toWorker, output: fromWorker, signal: stop.signal });
  const cleared = new Map<number, string>();
  const asks = new Asks(
    () => wire,
    async (ask) => {
      const { what, number, request } = ask as { what: string; number: number; request: { text: string } };
      if (what === "judge") cleared.set(number, request.text);
      if (what === "judge") return { verdict: { decision: "allow", findings: [], parts: [] } };
      return { kind: "cleared", text: cleared.get(number), approvedBy: "policy" };
    },
  );
  const wire: Wire = new Wire({
    input: fromWorker,
    output: toWorker,
    awaitsPreamble: true,
    onFrame: (frame) => {
      if (frame.kind === "ask" || frame.kind === "reply") asks.take(frame);
      else frames.push(frame);
    },
    onEnd: () => undefined,
  });
  wire.send("hello", 0, {
    options: { workingDir: tempDir(), stateDir: tempDir(), loginShell: false, ...options },
    keepsRules: false,
    beatMs: 1000,
  });
  onTestFinished(async () => {
    wire.end("the test is over");
    stop.abort();
    await over;
  });
  const until = async (kind: WireFrame["kind"], stream = 0): Promise<WireFrame> => {
    const find = (): WireFrame | undefined => frames.find((one) => one.kind === kind && one.stream === stream);
    await waitUntil(`a ${kind} of ${stream}`, () => find() !== undefined);
    return find() as WireFrame;
  };
  const call = (stream: number, command: string, more: object = {}, hasStdin = false): void =>
    wire.send("call", stream, { tool: "Bash", input: { command, ...more }, context: {}, hasStdin });
  return { wire, asks, frames, until, call, over };
}
