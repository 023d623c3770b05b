import { Fault } from "../../base/fault.ts";
import { SHELL_READY_MS, START_LOOK_MS } from "../../base/limits.ts";
import { LATE, within } from "../../base/with-timeout.ts";
import type { BashPipe, Heard } from "./bash-pipe.ts";

/** The exit status of a shell that could start in none of its directories. */
export const NOWHERE = 126;

/**
 * Waits until a new bash has said that it is ready; gives how it ended instead. bash opened its program and its script by
 * name: one that opened something else (`isOurs` is false then) waits forever, ends, or says what is not true.
 */
export async function awaitHello<T>(
  hello: Promise<Heard<T>>,
  pipe: Pick<BashPipe, "rouse">,
  isOurs: () => Promise<boolean>,
): Promise<Heard<T>> {
  const replaced = (): Fault => new Fault("SPAWN_FAILED", "a file of this shell was replaced by a command");
  for (let waited = 0; waited < SHELL_READY_MS; waited += START_LOOK_MS) {
    const heard = await within(START_LOOK_MS, hello);
    if (!(await isOurs())) throw replaced();
    if (heard !== LATE) return heard;
    pipe.rouse();
  }
  throw new Fault("SPAWN_FAILED", `bash was not ready within ${SHELL_READY_MS} ms`);
}
