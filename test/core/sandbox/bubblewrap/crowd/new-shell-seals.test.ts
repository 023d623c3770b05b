import { expect, test } from "vitest";
import { keepableSeals, sealsForNewShell } from "../../../../../src/core/sandbox/bubblewrap/crowd/new-shell-seals.ts";
import type { Profile } from "../../../../../src/core/sandbox/profile.ts";
import type { Seal } from "../../../../../src/core/sandbox/view/seal.ts";

const PROFILE: Profile = {
  name: "workspace",
  network: "on",
  workspace: "/w",
  home: "/home/me",
  stateDir: "/state",
  read: [],
  write: [],
  guard: [],
};
const INNER: Seal = { path: "/w/.git", as: "fixed" };
const SECRET: Seal = { path: "/w/.env", as: "hidden" };
const BEYOND: Seal = { path: "/common/.git", as: "fixed" };
const SEALS = [INNER, SECRET, BEYOND];
const directories = { runtimeDir: "/run/mine" };
const pinned = (seals: readonly Seal[]): readonly Seal[] => seals;
const kept = (...paths: string[]): { inside: number; mounts: Map<string, string> } => ({
  inside: 7,
  mounts: new Map(paths.map((path, at) => [path, String(at)])),
});

test("without a keeper bubblewrap lays all", () => {
  expect(sealsForNewShell({ seals: SEALS, version: 3, kept: undefined, directories, pinned }, PROFILE)).toEqual({
    laid: SEALS,
    keeper: undefined,
    version: 3,
  });
});

test("with one, bubblewrap lays what lies beyond the workspace", () => {
  const start = { seals: SEALS, version: 3, kept: kept("/w/.git", "/w/.env"), directories, pinned };
  expect(sealsForNewShell(start, PROFILE)).toEqual({ laid: [BEYOND], keeper: 7, version: 3 });
});

test("what the keeper lacks is known to be missing", () => {
  const start = { seals: SEALS, version: 3, kept: kept("/w/.git"), directories, pinned };
  expect(sealsForNewShell(start, PROFILE).version).toBeUndefined();
});

test("a shell with files of nacre's in the workspace gets nothing from the keeper", () => {
  const start = { seals: SEALS, version: 3, kept: kept("/w/.git", "/w/.env"), pinned };
  for (const own of [
    { runtimeDir: "/w/run" },
    { runtimeDir: "/run/mine", programDir: "/w/bash" },
    { runtimeDir: "/w/run", programDir: undefined },
  ])
    expect(sealsForNewShell({ ...start, directories: own }, PROFILE)).toMatchObject({ laid: SEALS, keeper: undefined });
});

test("where nothing can be written, only what hides something is laid", () => {
  const readonly = { ...PROFILE, name: "readonly" } as const;
  const start = { seals: SEALS, version: 3, kept: undefined, directories, pinned };
  expect(sealsForNewShell(start, readonly).laid).toEqual([SECRET]);
  expect(keepableSeals(SEALS, readonly)).toEqual([SECRET]);
  expect(keepableSeals(SEALS, PROFILE)).toEqual([INNER, SECRET]);
});
