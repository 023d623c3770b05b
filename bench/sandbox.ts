/** What the wall costs: commands, cold starts and background shells, in a small workspace and in crowded ones. */
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { sessionIdOf } from "../src/core/base/ids.ts";
import { keepAlive } from "../src/core/base/keep-alive.ts";
import { limitsOf } from "../src/core/base/limits.ts";
import { trust } from "../src/core/permission/cleared.ts";
import { childEnvironment } from "../src/core/process/environment.ts";
import { runFile } from "../src/core/process/run-file.ts";
import { Nursery } from "../src/core/process/supervisor/nursery.ts";
import { createSandbox } from "../src/core/sandbox/create-sandbox.ts";
import type { Sandbox } from "../src/core/sandbox/sandbox.ts";
import { ShellManager } from "../src/core/shell/shell-manager.ts";
import { makeFiles, makeRepositories } from "./crowds.ts";
import { type Bench, interleave, ratioOf } from "./measure.ts";
import { inScratch } from "./subjects.ts";

const env = childEnvironment({ inherit: "core" });

/** A workspace, a plain host in it, and one behind a wall. */
class Place {
  readonly workspace: string;
  readonly plain: ShellManager;
  readonly walled: ShellManager;
  readonly #stateDir: string;
  readonly #nursery: Nursery;

  constructor(directory: string) {
    this.workspace = join(directory, "workspace");
    this.#stateDir = join(directory, "state");
    for (const one of [this.workspace, this.#runtimeDir]) mkdirSync(one, { recursive: true });
    this.#nursery = new Nursery(directory);
    this.plain = new ShellManager({ stateDir: join(directory, "plain"), loginShell: false });
    this.walled = new ShellManager({ stateDir: this.#stateDir, loginShell: false, sandbox: () => this.open() });
  }

  get #runtimeDir(): string {
    return join(this.#stateDir, "runtime");
  }

  open(): Promise<Sandbox> {
    const { workspace } = this;
    const path = env["PATH"] ?? "";
    return createSandbox("workspace", {
      workspace,
      stateDir: this.#stateDir,
      home: homedir(),
      limits: limitsOf(),
      path,
    });
  }

  async run(manager: ShellManager, text: string): Promise<void> {
    const session = manager.session(sessionIdOf("bench"), this.workspace);
    const outcome = await session.run(trust(text), { timeoutMs: 600_000 });
    outcome.transcript.remove();
  }

  /** A sandboxed background shell, from its start to its end. */
  async background(): Promise<void> {
    const shell = await this.walled.createShell("true", this.workspace);
    await shell.wait();
  }

  /** `bash -c true` to its end: bare as any program starts it, behind the wall as nacre does, by a nurse. */
  async start(wall?: Sandbox): Promise<void> {
    const bare = { file: "/bin/bash", args: ["--norc", "-c", "true"], cwd: this.workspace, env };
    if (wall === undefined) return void (await runFile(bare));
    const { channel } = await this.#nursery.start(wall.wrap(bare, { runtimeDir: this.#runtimeDir }).plan);
    await keepAlive(once(channel.resume().end(), "close"));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.plain.dispose(), this.walled.dispose(), this.#nursery.close()]);
  }
}

export const sandbox: Bench = () =>
  inScratch(async (directory) => {
    await using place = new Place(directory);
    const { plain, walled } = place;
    const cold = await place.open();
    for (const manager of [plain, walled]) await place.run(manager, "git init -q . 2>/dev/null; true");
    await place.start(cold); // the nurse comes with the first
    const timings = await interleave(
      [
        { name: "plain echo", act: () => place.run(plain, "echo hi") },
        { name: "walled echo", act: () => place.run(walled, "echo hi") },
        { name: "plain true", act: () => place.run(plain, "/bin/true") },
        { name: "walled true", act: () => place.run(walled, "/bin/true") },
        { name: "bare start", act: () => place.start() },
        { name: "walled start", act: () => place.start(cold) },
      ],
      50,
    );
    await cold.close();
    return [
      ratioOf(timings, "walled-echo", ["walled echo", "plain echo"]),
      ratioOf(timings, "walled-true", ["walled true", "plain true"]),
      ratioOf(timings, "walled-start", ["walled start", "bare start"]),
    ];
  });

/** Fewer rounds of starts than of what is quick. */
const START_ROUNDS = 15;
const QUICK_ROUNDS = 30;

const crowded =
  (crowd: "files" | "files-100k" | "repositories", fill: (workspace: string) => void): Bench =>
  () =>
    inScratch(async (directory) => {
      await using small = new Place(join(directory, "small"));
      await using place = new Place(join(directory, "crowd"));
      fill(place.workspace);
      const cold = await place.open();
      for (const manager of [place.plain, place.walled]) await place.run(manager, "true");
      await small.run(small.walled, "true");
      await place.start(cold); // the nurse comes with the first
      const starts = await interleave(
        [
          { name: "bare start", act: () => place.start() },
          { name: "walled start", act: () => place.start(cold) },
          { name: "background", act: () => place.background() },
          { name: "small background", act: () => small.background() },
        ],
        START_ROUNDS,
      );
      const echoes = await interleave(
        [
          { name: "plain echo", act: () => place.run(place.plain, "echo hi") },
          { name: "walled echo", act: () => place.run(place.walled, "echo hi") },
        ],
        QUICK_ROUNDS,
      );
      await cold.close();
      return [
        ratioOf(echoes, `${crowd}-echo`, ["walled echo", "plain echo"]),
        ratioOf(starts, `${crowd}-start`, ["walled start", "bare start"]),
        ratioOf(starts, `${crowd}-background`, ["background", "small background"]),
      ];
    });

export const someFiles: Bench = crowded("files-100k", (workspace) => makeFiles(workspace, 100_000));
export const manyFiles: Bench = crowded("files", (workspace) => makeFiles(workspace, 300_000));
export const manyRepositories: Bench = crowded("repositories", (workspace) => makeRepositories(workspace, 500));
