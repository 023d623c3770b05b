import { LATE, within } from "../core/base/with-timeout.ts";
import type { ToolResult } from "../tools/tool.ts";
import type { CallOptions, Toolkit } from "../tools/toolkit.ts";

/** Options of the embedder for every call; the framework sets the others at each call. */
export type CallDefaults = Omit<CallOptions, "signal" | "onOutput">;

/** One call, as a framework hands it over. */
export type LiveCall = {
  readonly name: string;
  readonly input: unknown;
  readonly signal?: AbortSignal | undefined;
  readonly defaults: CallDefaults;
};

/** The end of what a tool has printed so far. */
export type Running = { readonly kind: "running"; readonly output: string };

const LIVE_EVERY_MS = 100;
const LIVE_CHARS = 8000;

/**
 * Calls a tool and yields the end of what it has printed, at most ten times a second; returns its result.
 * When the reader stops reading, the call is aborted.
 */
export async function* callLive(
  kit: Toolkit,
  { name, input, signal, defaults }: LiveCall,
): AsyncGenerator<Running, ToolResult> {
  const abort = new AbortController();
  const passOn = (): void => abort.abort(signal?.reason);
  if (signal?.aborted === true) passOn();
  else signal?.addEventListener("abort", passOn, { once: true });
  let printed = "";
  let isNew = false;
  const call = kit.call(name, input, {
    ...defaults,
    signal: abort.signal,
    onOutput: ({ text }) => {
      printed = endOf(printed + text);
      isNew = true;
    },
  });
  let result: ToolResult | undefined;
  try {
    while (result === undefined) {
      const now = await within(LIVE_EVERY_MS, call);
      if (now !== LATE) result = now;
      else if (isNew) {
        isNew = false;
        yield { kind: "running", output: printed };
      }
    }
    return result;
  } finally {
    signal?.removeEventListener("abort", passOn);
    if (result === undefined) abort.abort();
    await call;
  }
}

/** The end of a text, never beginning with half a character. */
const endOf = (text: string): string => text.slice(-LIVE_CHARS).replace(/^[\uDC00-\uDFFF]/, "");
