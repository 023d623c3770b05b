import { steadyMs } from "../../core/base/clock.ts";
/** Whether something is used now, and for how long it was not. */
export class Usage {
  #open = 0;
  #endedAt = steadyMs();

  /** Begins a use; the returned function ends it, once. */
  begin(): () => void {
    this.#open += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#open -= 1;
      this.#endedAt = steadyMs();
    };
  }

  isIdleFor(ms: number): boolean {
    return this.#open === 0 && steadyMs() - this.#endedAt >= ms;
  }
}

/** An empty comment of an event stream: Node sends no header before the first byte, which may be long in coming. */
const OPENING = new TextEncoder().encode(":\n\n");

/** Answers a request. The use lasts until the last byte of the answer was read, or its reader is gone. */
export async function whileUsed(
  usage: Usage,
  { method, signal }: Request,
  answer: () => Promise<Response>,
): Promise<Response> {
  const done = usage.begin();
  signal.addEventListener("abort", done, { once: true });
  try {
    const response = await answer();
    if (response.body === null) {
      done();
      return response;
    }
    const { status, statusText, headers } = response;
    const watching = new TransformStream<Uint8Array, Uint8Array>({
      start: (stream) => {
        if (response.ok && method === "GET") stream.enqueue(OPENING);
      },
      flush: done,
    });
    // Ends the answer when its reader is gone, and not with the next byte: until then its stream cannot be resumed.
    const watched = response.body.pipeThrough(watching, { signal });
    return new Response(watched, { status, statusText, headers });
  } catch (error) {
    done();
    throw error;
  }
}
