import { KEY_HEADER, type PageEvent } from "../page-messages.ts";
import { refusalOf } from "./call-server.ts";

/**
 * Reads server-sent events by `fetch`: `EventSource` can send no header and does not tell a refusal from a lost server.
 * Resolves when the server ended the stream; throws a `ServerRefusal`, or what `fetch` throws.
 */
export async function readEvents(
  path: string,
  { key, signal }: { readonly key: string; readonly signal: AbortSignal },
  onEvent: (event: PageEvent) => void,
): Promise<void> {
  const response = await fetch(path, {
    headers: { [KEY_HEADER]: key, accept: "text/event-stream" },
    redirect: "error",
    signal,
  });
  if (!response.ok) throw await refusalOf(response);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const parser = new EventParser();
  for (let read = await reader?.read(); read !== undefined && !read.done; read = await reader?.read()) {
    for (const data of parser.push(read.value)) onEvent(JSON.parse(data));
  }
}

/** Cuts the text of a stream into the data of its events: a line of data for each. @internal exported for its test. */
export class EventParser {
  #rest = "";

  push(text: string): readonly string[] {
    const blocks = `${this.#rest}${text}`.split("\n\n");
    this.#rest = blocks.pop() ?? "";
    return blocks.flatMap((block) =>
      block
        .split("\n")
        .filter((line) => line.startsWith("data: "))
        .map((line) => line.slice("data: ".length)),
    );
  }
}
