import type { IncomingMessage } from "node:http";
import { whenClosed } from "./when-closed.ts";

export type Body =
  | { readonly kind: "body"; readonly text: string }
  | { readonly kind: "too-large" }
  | { readonly kind: "gone" };

/** The whole body, unless it is larger than this: then nothing more of it is read. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Body> {
  if (Number(request.headers["content-length"]) > maxBytes) return Promise.resolve({ kind: "too-large" });
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    const onData = (part: Buffer): void => {
      bytes += part.length;
      if (bytes <= maxBytes) {
        parts.push(part);
        return;
      }
      request.off("data", onData);
      request.pause();
      resolve({ kind: "too-large" });
    };
    request.on("data", onData);
    request.once("end", () => resolve({ kind: "body", text: Buffer.concat(parts).toString("utf8") }));
    whenClosed(request, () => resolve({ kind: "gone" }));
    request.once("error", () => resolve({ kind: "gone" }));
  });
}
