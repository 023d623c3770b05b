import { childEnvironment } from "../../core/process/environment.ts";
import { examineMachine, type Finding } from "../../core/sandbox/examine.ts";
import { EXIT, type Io } from "./io.ts";

const MARKS: Readonly<Record<Finding["state"], string>> = { ok: "ok     ", partly: "partly ", missing: "missing" };

/** nacre doctor: what this machine can contain, and the fix for each thing that it cannot. Fails when no sandbox can be built. */
export async function examine(flags: { readonly json?: boolean }, io: Io): Promise<number> {
  const { PATH: path = "" } = childEnvironment({}, io.env);
  const findings = await examineMachine({ home: io.home, path });
  io.stdout(flags.json === true ? `${JSON.stringify(findings)}\n` : renderFindings(findings));
  return findings.some(({ state }) => state === "missing") ? EXIT.failed : EXIT.ok;
}

/** One line for each finding, and one for its fix. */
export function renderFindings(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ name }) => name.length));
  return findings
    .map(
      ({ name, state, what, fix }) =>
        `${MARKS[state]}  ${name.padEnd(width)}  ${what}\n${fix === undefined ? "" : `${" ".repeat(width + 11)}fix: ${fix}\n`}`,
    )
    .join("");
}
