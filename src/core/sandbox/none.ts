import type { Limits } from "../base/limits.ts";
import { limitPlan } from "../process/rlimits.ts";
import type { Sandbox } from "./sandbox.ts";

/** No wall: limits hold as far as the kernel keeps them for one user. */
export const createNoSandbox = (limits: Limits): Sandbox => ({
  containment: { level: "none", reasons: ["no sandbox was asked for: commands have the rights of this user"] },
  wall: undefined,
  limits,
  events: {
    beforeCommand: async () => undefined,
    afterCommand: async () => undefined,
    beforeInternalTurn: () => undefined,
    takeNotices: () => [],
  },
  wrap: (plan) => ({
    plan: limitPlan(plan, limits),
    started: async () => undefined,
    wake: () => undefined,
    ending: () => undefined,
    ended: () => undefined,
  }),
  shows: () => true,
  explain: () => undefined,
  close: async () => undefined,
});
