import { buildBubblewrap } from "./bubblewrap/build-bubblewrap.ts";
import { createNoSandbox } from "./none.ts";
import { parseProfile } from "./profile.ts";
import type { Sandbox, SandboxContext, SandboxRequest } from "./sandbox.ts";

/**
 * The sandbox that the operator asked for, proved by a harmless command, or a fault; never one that holds less.
 * `places` says where bubblewrap may lie.
 */
export async function createSandbox(
  request: SandboxRequest,
  context: SandboxContext,
  places?: readonly string[],
): Promise<Sandbox> {
  if (request === "none") return createNoSandbox(context.limits);
  return buildBubblewrap(parseProfile(request, context), context, places);
}
