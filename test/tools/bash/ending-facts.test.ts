import { expect, test } from "vitest";
import type { Outcome } from "../../../src/core/shell/session/outcome.ts";
import { endingFacts, exitFacts, isMasked, readerNotes } from "../../../src/tools/bash/ending-facts.ts";
import { WORDS } from "../../../src/tools/words.ts";
import { printed } from "../../support/printed.ts";

test("a failure that a later stage hides is masked; a reader that left is no failure", () => {
  expect(isMasked({ exitCode: 0 }, [1, 0])).toBe(true);
  expect(isMasked({ exitCode: 0 }, [141, 0])).toBe(false);
  expect(isMasked({ exitCode: 0 }, [0])).toBe(false);
  expect(isMasked({ exitCode: 1 }, [1, 1])).toBe(false);
});

test("the data of an exit say only what was found", () => {
  expect(exitFacts({ exitCode: 0 }, [0, 0])).toEqual({});
  expect(exitFacts({ exitCode: 0 }, [2, 0])).toEqual({ pipe_status: [2, 0], masked_failure: true });
  expect(exitFacts({ exitCode: 143, signal: "SIGTERM", meaning: "m", refusal: "r" }, [])).toEqual({
    signal: "SIGTERM",
    exit_meaning: "m",
    sandbox_refusal: "r",
  });
});

type Ended = Parameters<typeof endingFacts>[0];

/** A command that ended so, and what it had printed. */
const ended = (ending: Outcome["ending"], text = ""): Ended => ({ ending, transcript: printed(text) }) as Ended;

test.each<[Outcome["ending"], object]>([
  [{ kind: "exited", exitCode: 1 }, {}],
  [
    { kind: "timed-out", afterMs: 5 },
    { timed_out: true, timeout_ms: 5 },
  ],
  [{ kind: "cancelled" }, { cancelled: true }],
  [{ kind: "waiting-for-input", program: "vi" }, { waiting_for_input: "vi" }],
  [{ kind: "stopped", program: "cat" }, { stopped: "cat" }],
])("%j has data of its own", (ending, facts) => {
  expect(endingFacts(ended(ending))).toEqual(facts);
});

const handedOver = (reader?: { program: string; isCertain: boolean }): Outcome["ending"] =>
  ({ kind: "handed-over", afterMs: 1, ...(reader === undefined ? {} : { reader }) }) as Outcome["ending"];

test("who waits is told of a command that was handed over for it, and that it may ask for a secret", () => {
  const reads = handedOver({ program: "bash", isCertain: true });
  const seems = handedOver({ program: "node", isCertain: false });
  expect(readerNotes(ended(handedOver(), "Name: "), WORDS)).toEqual([]);
  expect(endingFacts(ended(handedOver(), "Name: "))).toEqual({});
  expect(readerNotes(ended(reads, "Name: "), WORDS)).toEqual([WORDS.waitsForInput("bash")]);
  expect(readerNotes(ended(seems, "Name: "), WORDS)).toEqual([WORDS.seemsToWait("node")]);
  expect(readerNotes(ended(reads, "Password: "), WORDS)).toEqual([WORDS.mayAskForSecret("bash")]);
  expect(endingFacts(ended(reads, "Password: "))).toEqual({ waiting_for_input: "bash", password: "maybe" });
});
