import { type LineHost, refuse } from "../../../src/core/line/line-host.ts";
import type { HostView, LineEvent, Overview } from "../../../src/core/line/line-messages.ts";

export const VIEW: HostView = { id: "7-abc", pid: 7, startedAt: 1, app: "library" };
export const OVERVIEW: Overview = { host: VIEW, sessions: [], shells: [], questions: [], rules: [] };

/** A host without shells, for what concerns the line alone. */
export function madeUpHost(over: Partial<LineHost> = {}): LineHost & { readonly tell: (event: LineEvent) => void } {
  const listeners = new Set<(event: LineEvent) => void>();
  return {
    view: () => VIEW,
    overview: async () => OVERVIEW,
    read: async ({ shell }) => refuse("unknown", `Shell not found: ${shell}`),
    kill: async ({ shell }) => refuse("unknown", `Shell not found: ${shell}`),
    followShell: async ({ shell }) => refuse("unknown", `Shell not found: ${shell}`),
    followScreen: async (shell) => refuse("unknown", `Shell not found: ${shell}`),
    type: async ({ shell }) => refuse("unknown", `Shell not found: ${shell}`),
    hold: async (shell) => refuse("unknown", `Shell not found: ${shell}`),
    watch: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    questions: undefined,
    rules: undefined,
    ...over,
    tell: (event) => {
      for (const listener of listeners) listener(event);
    },
  };
}
