import { isFault } from "../../core/base/fault.ts";
import { codeOf } from "../../core/base/system-error.ts";

/** The port of a server when the operator names none; if it is taken, any free one. */
export const USUAL_PORT = 7717;

/** Starts a server at the port that was asked for. Nobody asked: at the usual one, so that browsers know it again, or at a free one. */
export async function startAt<Server>(
  asked: number | undefined,
  start: (port: number) => Promise<Server>,
  say: (sentence: string) => void,
): Promise<Server> {
  if (asked !== undefined) return start(asked);
  try {
    return await start(USUAL_PORT);
  } catch (error) {
    if (!isTaken(error)) throw error;
    say(`port ${USUAL_PORT} is in use; taking a free one (--port N chooses)`);
    return start(0);
  }
}

/** Whether another process has the port. */
const isTaken = (error: unknown): boolean => isFault(error) && codeOf(error.cause) === "EADDRINUSE";
