import type { Exit } from "../../process/ending.ts";
import type { Identity } from "../../process/identity.ts";
import { type Backing, closeWithLastWriter } from "../background/shell-backing.ts";
import { ShellInput } from "../background/shell-input.ts";
import type { Outcome } from "./outcome.ts";
import { exitOf, type RunningCommand } from "./running-command.ts";

/** Makes a session's running command a background shell: its bash goes with it, and the session gets another. */
export function handedOver({ link, fifos, transcript, reply, earlier, reader }: RunningCommand): Backing {
  let done = false;
  const outputs = [fifos.out, fifos.err];
  closeWithLastWriter(transcript, outputs);
  const ended = reply.then((last): Exit => {
    done = true;
    for (const fifo of outputs) {
      fifo.release();
      fifo.drain();
    }
    return exitOf(last);
  });
  const others = (): Identity[] => link.supervisor.descendants().filter(({ pid }) => pid !== link.shell?.pid);
  return {
    transcript,
    supervisor: link.supervisor.identity,
    input: reader === undefined ? undefined : new ShellInput(link.supervisor.input),
    ended,
    get shell() {
      return done ? undefined : link.shell;
    },
    // When the command is done its bash is idle. The session's earlier jobs hang on the same supervisor but do not
    // belong to it.
    processes: () => earlier.removedFrom(done ? others() : link.supervisor.descendants()),
    close: async (how) => {
      if (how === "now" || others().length === 0) await link.close();
    },
  };
}

/** The end of a command that goes on without its session; undefined for one that is over. */
export const endOfHandedOver = ({ ending }: Outcome): Promise<Exit> | undefined =>
  ending.kind === "handed-over" ? ending.backing.ended : undefined;
