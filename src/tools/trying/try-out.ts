import { randomHex } from "../../core/base/ids.ts";
import { MIN_TIMEOUT_MS } from "../../core/base/limits.ts";
import { messageOf } from "../../core/base/system-error.ts";
import { usableDirectory } from "../../core/files/working-directory.ts";
import type { Asking } from "../../core/permission/question.ts";
import type { SavedShell } from "../../core/shell/saved-shell.ts";
import type { SessionTurn } from "../../core/shell/session/session-turn.ts";
import { type BashCall, startOf } from "../bash/bash-call.ts";
import { TRIED_ROOM } from "../words/tried-words.ts";

type TryOut = NonNullable<Asking["tryOut"]>;

/**
 * What tries the command of a call for a user who is asked about it, in a try of its own that ends with the question.
 * Undefined where none can be made: what the command could change must lie in what is tried, and its input must be known.
 */
export function tryOutOf(call: BashCall, turn: SessionTurn | undefined): Asking["tryOut"] {
  const { setup, context } = call;
  const { tries, words, roots = [] } = setup;
  if (tries === undefined || context.stdin !== undefined || !tries.trying.covers([startOf(call), ...roots]))
    return undefined;
  const { trying } = tries;
  const none = (why: string): Awaited<ReturnType<TryOut>> => ({
    facts: { lines: [words.notTried(why)] },
    discard: async () => undefined,
  });
  return async (limitMs) => {
    try {
      const { result, tried } = await trying.call(await tryCallOf(call, turn, limitMs));
      const { id } = tried;
      const discard = (): Promise<void> => trying.discard(id);
      const { metadata, error = "" } = result;
      if (metadata.error_kind !== undefined) {
        await discard();
        return none(error);
      }
      const lines = [words.triedEnd(metadata.exit_code ?? null, metadata["timed_out"] === true)];
      return { facts: { id, lines: [...lines, ...words.triedFacts(tried, TRIED_ROOM)] }, discard };
    } catch (error) {
      return none(messageOf(error)); // this machine cannot, or the caller has left
    }
  };
}

async function tryCallOf(call: BashCall, turn: SessionTurn | undefined, limitMs: number) {
  const { setup, input, context, session, directory } = call;
  const { command, stdin, session_id } = input;
  const timeout = Math.round(Math.min(limitMs, input.timeout ?? setup.limits.defaultTimeoutMs));
  return {
    key: `question ${randomHex(8)}`,
    input: {
      command,
      timeout: Math.max(Math.min(MIN_TIMEOUT_MS, setup.limits.maxTimeoutMs), timeout),
      ...(stdin === undefined ? {} : { stdin }),
      ...(session_id === undefined ? {} : { session_id }),
    },
    context: {
      workingDir: context.workingDir,
      sessionId: context.sessionId,
      scope: context.scope,
      signal: context.signal,
      onTimeout: "kill",
    },
    from: { directory, saved: placed(await (turn ?? session).saved(directory), call) },
  } as const;
}

/** A call that waited for its answer starts where it was asked about. */
const placed = (saved: SavedShell, { place }: BashCall): SavedShell =>
  place === undefined ? saved : { ...saved, place: { path: usableDirectory(place), name: place } };
