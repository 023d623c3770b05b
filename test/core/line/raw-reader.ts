import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { waitUntil } from "../../support/wait-until.ts";

export type Raw = { readonly socket: Socket; readonly said: () => string; readonly hasEnded: () => boolean };

/** A connection that says what it likes. */
export async function raw(directory: string): Promise<Raw> {
  const socket = connect(join(directory, "line"));
  onTestFinished(() => void socket.destroy());
  let said = "";
  let hasEnded = false;
  socket.on("data", (chunk) => {
    said += String(chunk);
  });
  socket.on("error", () => undefined);
  socket.on("close", () => {
    hasEnded = true;
  });
  await waitUntil("the greeting", () => said.includes("\n") || hasEnded);
  return { socket, said: () => said, hasEnded: () => hasEnded };
}

export const framesOf = ({ said }: Raw): unknown[] =>
  said()
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
