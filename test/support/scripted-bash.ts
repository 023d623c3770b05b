import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { createNonce } from "../../src/core/base/ids.ts";
import { isRunning } from "../../src/core/process/identity.ts";
import { type Supervisor } from "../../src/core/process/supervisor/supervisor.ts";
import { supervisorPlan } from "../../src/core/process/supervisor/supervisor-plan.ts";
import { type AfterTurn, asBytes, type BashAnswer, FRESH, readAnswer } from "../../src/core/shell/bash/answer.ts";
import { BashPipe, type Heard } from "../../src/core/shell/bash/bash-pipe.ts";
import { readHello } from "../../src/core/shell/bash/load.ts";
import { ProgramDir } from "../../src/core/shell/bash/program-dir.ts";
import {
  type Beginning,
  beginLines,
  type EndOptions,
  endLines,
  FRESH_LINE,
  helloLine,
  rescueLines,
  textLines,
} from "../../src/core/shell/bash/script-lines.ts";
import { startLines } from "../../src/core/shell/bash/start-lines.ts";
import { startSupervisor } from "./nursery.ts";
import { tempDir } from "./temp-dir.ts";

/** What came of a text: what bash said, and what the text printed. */
export type ScriptedTurn = { readonly heard: Heard<BashAnswer>; readonly stdout: string; readonly stderr: string };

type TurnOptions = Omit<Partial<Beginning>, "after" | "streams"> & Partial<EndOptions> & { readonly rescue?: boolean };

/** A bash that reads the lines of nacre's, as a session has one, and what a test needs to speak with it. */
export class ScriptedBash {
  readonly supervisor: Supervisor;
  readonly pipe: BashPipe;
  /** Where bash began. */
  readonly directory: string;
  /** What the next text begins with: what the last one left. */
  after: AfterTurn = FRESH;

  private constructor(supervisor: Supervisor, directory: string) {
    this.supervisor = supervisor;
    this.directory = directory;
    this.pipe = new BashPipe(supervisor);
  }

  /** Starts it; it is ended, and seen to be gone, when the test is over. `user`: another than root, if root runs the test. */
  static async start({ user }: { readonly user?: number } = {}): Promise<ScriptedBash> {
    const dir = tempDir();
    const [run, directory] = [join(dir, "run"), join(dir, "work")];
    for (const path of [run, directory]) mkdirSync(path);
    const programs = new ProgramDir(dir);
    const program = programs.for("/bin/bash");
    await programs.isOpenedBy({ device: 0, inode: 0 }); // it has looked at itself: a change from now on is the test's
    for (const path of [dir, run, directory, program.home, join(program.home, "bin")]) chmodSync(path, 0o777);
    const plan = supervisorPlan(program, run, { PATH: "/usr/bin:/bin" });
    const other = ["--reuid", String(user), "--regid", String(user), "--clear-groups", "--", plan.file, ...plan.args];
    const supervisor = await startSupervisor(
      user === undefined ? plan : { ...plan, file: "/usr/bin/setpriv", args: other },
    );
    onTestFinished(async () => {
      const left = supervisor.descendants();
      await supervisor.end();
      if (left.some(isRunning)) throw new Error("a process of a scripted bash is left");
    });
    const bash = new ScriptedBash(supervisor, directory);
    await bash.begin();
    return bash;
  }

  /** Starts a bash under the supervisor, in place of one that ended. */
  async begin(): Promise<void> {
    const nonce = createNonce();
    const places = [{ path: this.directory, name: this.directory }];
    const heard = await this.pipe.start(places, {
      before: startLines(places, undefined) + FRESH_LINE,
      rest: helloLine(nonce),
      read: (said) => readHello(said, nonce, { items: [], lost: [] }),
    });
    if (heard.kind !== "answer") throw new Error("bash did not start");
    this.after = FRESH;
  }

  /** Runs a text between the lines of a turn. */
  async run(text: string, options: TurnOptions = {}): Promise<ScriptedTurn> {
    const { isInline = true, rescue = false } = options;
    const [out, err] = [join(this.directory, "..", "out"), join(this.directory, "..", "err")];
    for (const file of [out, err]) {
      writeFileSync(file, "");
      chmodSync(file, 0o666);
    }
    const { after } = this;
    const end: EndOptions = { nonce: createNonce(), tellsPlace: true, ...options };
    const heard = await this.pipe.say<BashAnswer>({
      before: beginLines({ ...options, after, streams: { in: undefined, out, err }, isInline }),
      rest: textLines(asBytes(text), isInline) + endLines(end),
      rescue: rescue ? () => rescueLines(end) : undefined,
      read: (said) => readAnswer(said, end.nonce, "no mark"),
    });
    if (heard.kind === "answer") this.after = heard.answer;
    return { heard, stdout: readFileSync(out, "utf8"), stderr: readFileSync(err, "utf8") };
  }
}
