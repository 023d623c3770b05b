import { childEnvironment } from "../../../core/process/environment.ts";
import { examineMachine } from "../../../core/sandbox/examine.ts";
import { examineAnswers } from "../../../core/shell/examine-answers.ts";
import { defaultStateDir } from "../../../core/shell/host/state-dir.ts";
import { EXIT, type Io } from "../io.ts";
import { renderFindings } from "../render-findings.ts";

/**
 * nacre doctor: what this machine can contain, whether a session's answers are its bash's own, and the fix for each thing
 * that is not so. Fails when no sandbox can be built.
 */
export async function examine(flags: { readonly json?: boolean }, io: Io): Promise<number> {
  const { PATH: path = "" } = childEnvironment({}, io.env);
  const answers = await examineAnswers({ home: io.home, stateDir: defaultStateDir(io.env) });
  const findings = [...(await examineMachine({ home: io.home, path })), answers];
  io.stdout(flags.json === true ? `${JSON.stringify(findings)}\n` : renderFindings(findings, io.columns));
  return findings.some(({ state }) => state === "missing") ? EXIT.failed : EXIT.ok;
}
