// One at a time: two `npm start` at once must not install or build over each other.
import { createHash } from "node:crypto";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const LOOK_MS = 100;

/**
 * Does this when nobody else does it under this name. The lock is a socket without a file: it goes with its holder,
 * however that ends, so there is none to be found abandoned. Where there are no such sockets nobody waits. `work` is
 * told whether somebody else did something under this name in the meantime.
 */
export async function withLock(name, work) {
  // A socket's name is short, a path may be long.
  const address = `\0nacre-${process.getuid?.()}-${createHash("sha256").update(name).digest("hex").slice(0, 32)}`;
  for (let waited = false; ; waited = true) {
    const lock = createServer();
    const problem = await new Promise((resolve) => {
      lock.once("error", resolve);
      lock.listen(address, () => resolve(undefined));
    });
    if (problem?.code === "EADDRINUSE") {
      await sleep(LOOK_MS);
      continue;
    }
    try {
      return await work({ waited });
    } finally {
      if (problem === undefined) lock.close();
    }
  }
}
