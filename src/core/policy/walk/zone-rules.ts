import type { RuleId } from "../rules/all-rules.ts";
import type { Zone } from "../zones/zones.ts";

/** What the rules say of each zone; nothing where they say nothing. */
export type ZoneRules = Readonly<Record<Zone, RuleId | undefined>>;

export const DELETES: ZoneRules = {
  vital: "delete-vital",
  device: "write-device",
  network: undefined,
  quiet: "delete-vital",
  startup: "delete-guarded",
  guard: "delete-guarded",
  watched: "write-watched",
  "home-root": "delete-home",
  home: "delete-outside",
  outside: "delete-outside",
  repository: "delete-workspace",
  "workspace-root": "delete-workspace",
  workspace: undefined,
  "temp-root": "delete-temp-root",
  temp: undefined,
  unknown: "delete-unknown",
};

export const WRITES: ZoneRules = {
  vital: "write-vital",
  device: "write-device",
  network: undefined,
  quiet: undefined,
  startup: "write-startup",
  guard: "write-guard",
  watched: "write-watched",
  "home-root": "write-outside",
  home: "write-outside",
  outside: "write-outside",
  repository: undefined,
  "workspace-root": undefined,
  workspace: undefined,
  "temp-root": undefined,
  temp: undefined,
  unknown: "write-unknown",
};

export const CREATES: ZoneRules = { ...WRITES, guard: undefined, watched: undefined, unknown: undefined };

export const ACCESS: ZoneRules = {
  ...WRITES,
  vital: "access-vital",
  device: "access-vital",
  startup: "access-vital",
  guard: "access-outside",
  watched: undefined,
  "home-root": "access-vital",
  home: "access-outside",
  outside: "access-outside",
  unknown: "write-unknown",
};
