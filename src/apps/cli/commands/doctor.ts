import { realPath } from "../../../core/files/path-inside.ts";
import { childEnvironment } from "../../../core/process/environment.ts";
import { examineMachine } from "../../../core/sandbox/examine.ts";
import { repairWorkspace } from "../../../core/sandbox/guard/repair-workspace.ts";
import { examineAnswers } from "../../../core/shell/examine-answers.ts";
import { defaultStateDir } from "../../../core/shell/host/state-dir.ts";
import { examineTry } from "../../../core/try/examine-try.ts";
import { EXIT, type Io } from "../io.ts";
import { renderFindings } from "../render-findings.ts";
import { settingsOf, withWorkspace } from "../settings.ts";
import { refusesAgent } from "../users-act.ts";
import type { DoctorFlags } from "./doctor-flags.ts";

/**
 * What this machine can contain, whether a session's answers are its bash's own, and the fix for each thing
 * that is not so. Fails when no sandbox can be built.
 */
async function examine(flags: DoctorFlags, io: Io): Promise<number> {
  const { PATH: path = "" } = childEnvironment({}, io.env);
  const stateDir = defaultStateDir(io.env);
  const answers = await examineAnswers({ home: io.home, stateDir });
  const machine = await examineMachine({ home: io.home, path });
  const hasWall = machine.some(({ name, state }) => name === "sandbox" && state !== "missing");
  const findings = [...machine, answers, await examineTry(stateDir, hasWall)];
  io.stdout(flags.json === true ? `${JSON.stringify(findings)}\n` : renderFindings(findings, io.columns));
  return findings.some(({ state }) => state === "missing") ? EXIT.failed : EXIT.ok;
}

/** Opens and takes away in a workspace what a nacre could not. Fails when something is left. */
async function repair(flags: DoctorFlags, io: Io): Promise<number> {
  // What a command did is undone by the user, never by an agent.
  if (refusesAgent("doctor --repair", io)) return EXIT.refused;
  const settings = withWorkspace(settingsOf(flags, io, { sandbox: "none" }));
  const workspace = realPath(settings.workspace);
  const { done, left } = await repairWorkspace(workspace, settings.stateDir);
  const lines = [...done, ...left.map((sentence) => `left: ${sentence}`)];
  const said = lines.length === 0 ? ["nothing is to be repaired"] : lines;
  io.stdout(flags.json === true ? `${JSON.stringify({ workspace, done, left })}\n` : `${said.join("\n")}\n`);
  return left.length === 0 ? EXIT.ok : EXIT.failed;
}

/** nacre doctor: examines this machine, or repairs a workspace. */
export const doctor = (flags: DoctorFlags, io: Io): Promise<number> =>
  flags.repair === true ? repair(flags, io) : examine(flags, io);
