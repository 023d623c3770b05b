import type { SandboxRequest } from "../../core/sandbox/sandbox.ts";

/** What commands can see and change of a machine behind a sandbox. */
export type WallView = {
  /** Besides the system. */
  readonly shown: readonly string[];
  /** Besides /tmp and home. */
  readonly writable: readonly string[];
  readonly network: "on" | "off" | "listed";
};

/** The wall that was asked for; undefined without one. */
export function wallViewOf(request: SandboxRequest, workspace: string): WallView | undefined {
  if (request === "none") return undefined;
  const {
    profile,
    network = "on",
    read = [],
    write = [],
  } = typeof request === "string" ? { profile: request } : request;
  return {
    shown: [workspace, ...read, ...write],
    writable: [...(profile === "readonly" ? [] : [workspace]), ...write],
    network: typeof network === "object" ? "listed" : network,
  };
}
