import { Fault } from "../../base/fault.ts";
import { hostVariable } from "../environment.ts";
import { findProgram } from "../interpreter-paths.ts";
import { HAS_PROC } from "../system/has-proc.ts";
import { installCommand } from "../system/install-command.ts";
import { trustedProgram } from "../trusted-program.ts";
import { NURSERY_SCRIPT } from "./nursery-script.ts";
import { PYTHON_READER } from "./python-basis.ts";
import { PYTHON_NURSERY } from "./python-nursery.ts";
import { PYTHON_SUPERVISOR } from "./python-supervisor.ts";
import { SUPERVISOR_ENVIRONMENT, SUPERVISOR_READER, SUPERVISOR_SCRIPT, supervisorArgs } from "./supervisor-script.ts";

/** A language that supervisors and nurses are written in. Each does and says the same; `supervisor.contract.ts` holds them to it. */
export type Language = {
  readonly program: "perl" | "python3";
  /** Reads the script from stdin, up to a NUL, so that `ps` shows a short line: supervisors are known by it. */
  readonly reader: string;
  /** The program's own arguments, up to the reader. */
  readonly options: readonly string[];
  /** The first arguments of every script. */
  readonly first: readonly string[];
  /** Whether the kernel gives a supervisor what daemonises below it, and names the sender of an answer. */
  readonly adopts: boolean;
  /** Whether its supervisor gives directories the set-gid bit where a sandbox leaves that to it. */
  readonly givesSetGid: boolean;
  readonly supervisor: string;
  readonly nursery: string;
  /** Variables for the program alone, which hands none of them on. */
  readonly environment: Readonly<Record<string, string>>;
};

/** What tells of processes where the kernel has no files for it. */
const PS: string = HAS_PROC ? "0" : (trustedProgram("ps") ?? "/bin/ps");

/** The fastest first: perl starts in 2 ms, python3 in 40. */
export const LANGUAGES: readonly Language[] = [
  {
    program: "perl",
    reader: SUPERVISOR_READER,
    options: ["-e", SUPERVISOR_READER, "--"],
    first: supervisorArgs(process.arch, PS),
    adopts: HAS_PROC && supervisorArgs()[0] !== "0",
    givesSetGid: true,
    supervisor: SUPERVISOR_SCRIPT,
    nursery: NURSERY_SCRIPT,
    environment: SUPERVISOR_ENVIRONMENT,
  },
  {
    program: "python3",
    reader: PYTHON_READER,
    // Isolated: no variable, no file of the user and no module of others decides what it runs.
    options: ["-I", "-S", "-B", "-c", PYTHON_READER],
    first: [PS],
    adopts: HAS_PROC,
    givesSetGid: false,
    supervisor: PYTHON_SUPERVISOR,
    nursery: PYTHON_NURSERY,
    environment: {},
  },
];

/** A language whose program is installed. */
export type FoundLanguage = Language & { readonly path: string };

/** The first language whose program is installed. NACRE_SUPERVISOR names one for tests; docs/platforms.md. */
export function supervisorLanguage(
  places?: readonly string[],
  wanted: string | undefined = hostVariable("NACRE_SUPERVISOR"),
): FoundLanguage {
  for (const language of LANGUAGES) {
    const path = findProgram(language.program, places);
    if (path !== undefined && (wanted ?? language.program) === language.program) return { ...language, path };
  }
  throw new Fault("PERL_MISSING", `to fix it: ${installCommand("perl")}`);
}

/** The language of the supervisor that these arguments start, also behind a sandbox. */
export const languageOf = (args: readonly string[]): Language | undefined =>
  LANGUAGES.find(({ reader }) => args.includes(reader));
