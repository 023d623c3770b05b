import { limitPlan, perlLimits } from "../../process/rlimits.ts";
import type { SpawnPlan } from "../../process/spawn-plan.ts";
import { SUPERVISOR_ENVIRONMENT } from "../../process/supervisor/supervisor-script.ts";
import { CLOSE_SOCKETS, withoutAbstractSockets } from "../network/abstract-sockets.ts";
import type { WallProgram } from "./walled-plan.ts";

/** What bubblewrap starts inside: the plan, behind what runs first. */
export type InsideStart = {
  readonly plan: SpawnPlan;
  /** Variables for what runs first, which hands none of them on. */
  readonly environment: Readonly<Record<string, string>>;
  /** Lines of perl for the gate that runs before the plan, if there is one. */
  readonly forGate: string;
};

/**
 * Puts in front of a plan what sets its limits and closes the machine's abstract sockets. Every program costs a
 * millisecond: a perl that runs in any case, to close them or as the gate, does all of it.
 */
export function startInside(plan: SpawnPlan, program: WallProgram, hasGate: boolean): InsideStart {
  const { limits, socketCloser } = program;
  if (!hasGate && socketCloser === undefined) return { plan: limitPlan(plan, limits), environment: {}, forGate: "" };
  const limiting = perlLimits(limits);
  const limited = limiting === undefined ? limitPlan(plan, limits) : plan;
  const before = `${withoutLocale(plan)} ${limiting ?? ""}`;
  const environment = SUPERVISOR_ENVIRONMENT;
  if (socketCloser === undefined) return { plan: limited, environment, forGate: before };
  if (hasGate) return { plan: limited, environment, forGate: `${before} ${CLOSE_SOCKETS} $isClosed or exit 126;` };
  return { plan: withoutAbstractSockets(limited, socketCloser, before), environment, forGate: "" };
}

/** A line of perl that takes out what spared its own perl the locale, where the plan did not ask for the same. */
const withoutLocale = ({ env }: SpawnPlan): string =>
  Object.keys(SUPERVISOR_ENVIRONMENT)
    .filter((name) => env[name] === undefined)
    .map((name) => `delete $ENV{${name}};`)
    .join(" ");
