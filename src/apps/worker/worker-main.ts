import { after } from "../../core/base/clock.ts";
import { runWorker } from "../../tools/worker/worker.ts";

const ENDING_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** How long what runs may take to end; then the supervisors end it, because their host is gone. */
const END_MS = 20_000;

/** The main of a worker: serves the gateway at stdin and stdout, and is gone when the gateway is. */
export async function workerMain(): Promise<void> {
  const ending = new AbortController();
  // A gateway that is stopped, or a connection that is, must not keep this process: nothing waits for a pipe.
  const over = (): void => process.exit(0);
  for (const signal of ENDING_SIGNALS) process.once(signal, () => ending.abort(signal));
  ending.signal.addEventListener("abort", () => void after(END_MS, over).unref());
  await runWorker({ input: process.stdin, output: process.stdout, signal: ending.signal });
  over();
}
