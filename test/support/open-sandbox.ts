import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { type Limits, limitsOf } from "../../src/core/base/limits.ts";
import { childEnvironment } from "../../src/core/process/environment.ts";
import { type FileRun, runFile } from "../../src/core/process/run-file.ts";
import type { SpawnPlan } from "../../src/core/process/spawn-plan.ts";
import { WorkspaceProtection } from "../../src/core/sandbox/bubblewrap/workspace-protection.ts";
import { createSandbox } from "../../src/core/sandbox/create-sandbox.ts";
import type { Sandbox, SandboxRequest, WrappedPlan } from "../../src/core/sandbox/sandbox.ts";

/** Whether sandboxes can be tested here; where the tools are required, a missing one is a failure and not a skip. */
export const hasBubblewrap: boolean = existsSync("/usr/bin/bwrap") || process.env["REQUIRE_TOOLS"] === "1";

/** Whether nothing runs in its shells, and nothing has since they came to rest: what appears now counts as the user's. */
export function isAtRest({ events }: Sandbox): boolean {
  if (!(events instanceof WorkspaceProtection)) throw new TypeError("not a sandbox of bubblewrap");
  return events.isAtRest;
}

/** A throwaway person: a home with canaries, a project in it, a state directory, and a place that is none of their business. */
export type Person = {
  readonly root: string;
  readonly home: string;
  readonly workspace: string;
  readonly stateDir: string;
  readonly outside: string;
};

/** Makes a person below a fresh directory; files are given by path relative to home. */
export function createPerson(files: Readonly<Record<string, string>> = {}): Person {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "nacre-person-")));
  const person = {
    root,
    home: join(root, "home"),
    workspace: join(root, "home", "app"),
    stateDir: join(root, "state"),
    outside: join(root, "outside"),
  };
  for (const directory of [person.workspace, person.stateDir, person.outside])
    mkdirSync(directory, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(person.home, path)), { recursive: true });
    writeFileSync(join(person.home, path), text);
  }
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return person;
}

export type OpenSandbox = {
  readonly sandbox: Sandbox;
  readonly person: Person;
  readonly runtimeDir: string;
  /** A script inside, as one shell of its own. */
  readonly wrap: (script: string, env?: Readonly<Record<string, string>>) => WrappedPlan;
  /** Its plan alone. */
  readonly plan: (script: string, env?: Readonly<Record<string, string>>) => SpawnPlan;
  /** Runs it to its end. */
  readonly run: (script: string, env?: Readonly<Record<string, string>>) => Promise<FileRun>;
};

/** A sandbox around a person's project, closed when the test is over. */
export async function openSandbox(
  request: SandboxRequest = "workspace",
  {
    person = createPerson(),
    limits = {},
    path = "/usr/bin:/bin",
  }: { readonly person?: Person; readonly limits?: Partial<Limits>; readonly path?: string } = {},
): Promise<OpenSandbox> {
  const sandbox = await createSandbox(request, { ...person, limits: limitsOf(limits), path });
  onTestFinished(() => sandbox.close());
  const runtimeDir = join(person.stateDir, "runtime");
  mkdirSync(runtimeDir, { recursive: true, mode: 0o700 });
  const wrap = (script: string, env: Readonly<Record<string, string>> = {}): WrappedPlan =>
    sandbox.wrap(
      {
        file: "/bin/bash",
        args: ["--norc", "-c", script],
        cwd: person.workspace,
        env: childEnvironment({ inherit: "core", set: env }, { PATH: path, HOME: person.home }),
      },
      { runtimeDir },
    );
  const plan = (script: string, env?: Readonly<Record<string, string>>): SpawnPlan => wrap(script, env).plan;
  const run = (script: string, env?: Readonly<Record<string, string>>): Promise<FileRun> =>
    runFile(plan(script, env), { timeoutMs: 50_000 });
  return { sandbox, person, runtimeDir, wrap, plan, run };
}
