import { childEnvironment } from "../../../core/process/environment.ts";
import { examineMachine } from "../../../core/sandbox/examine.ts";
import { EXIT, type Io } from "../io.ts";
import { renderFindings } from "../render-findings.ts";

/** nacre doctor: what this machine can contain, and the fix for each thing that it cannot. Fails when no sandbox can be built. */
export async function examine(flags: { readonly json?: boolean }, io: Io): Promise<number> {
  const { PATH: path = "" } = childEnvironment({}, io.env);
  const findings = await examineMachine({ home: io.home, path });
  io.stdout(flags.json === true ? `${JSON.stringify(findings)}\n` : renderFindings(findings, io.columns));
  return findings.some(({ state }) => state === "missing") ? EXIT.failed : EXIT.ok;
}
