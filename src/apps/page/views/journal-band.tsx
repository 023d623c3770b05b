import type { JSX } from "preact";
import { count, sayMoment } from "../state/say.ts";
import { unwrittenIn } from "../state/watched.ts";
import { Band } from "./band.tsx";
import { useModel } from "./use-model.tsx";

/** Says what is not recorded since when, why, and what the user can do. */
export function JournalBand(): JSX.Element | null {
  const model = useModel();
  const problem = unwrittenIn(model.watched);
  if (problem === undefined) return null;
  const { since, reason, advice, missed, stopsCommands, hosts } = problem;
  return (
    <Band>
      <p class="grow">
        <b>
          Nothing is written to the journal{hosts > 1 && ` of ${hosts} hosts`} since {sayMoment(since, model.now())}:
        </b>{" "}
        {reason}. {stopsCommands ? "No command runs" : "Commands run on, unrecorded"}, until you {advice}: it is tried
        again by itself. <span aria-hidden="true">Missing so far: {count(missed, "line")}.</span>
      </p>
    </Band>
  );
}
