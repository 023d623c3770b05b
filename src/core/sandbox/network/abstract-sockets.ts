import { runFile } from "../../process/run-file.ts";
import type { SpawnPlan } from "../../process/spawn-plan.ts";
import { trustedProgram } from "../../process/trusted-program.ts";

/**
 * Perl that takes its process into a Landlock domain from which no abstract socket outside can be reached; true where the
 * kernel did it (Linux 6.12). The two calls have the same number on every architecture. The kernel closes the
 * descriptor when the process becomes another program.
 */
export const CLOSE_SOCKETS: string = `my $rules = pack "QQQ", 0, 0, 1; my $domain = syscall 444, $rules, length $rules, 0; my $isClosed = $domain >= 0 && syscall(446, $domain, 0) == 0;`;

/** prctl: a plain process may restrict itself only once it has given up new privileges. bubblewrap's already have. */
const PRCTL: Readonly<Record<string, number>> = { x64: 157, arm64: 167 };

/** The perl that closes abstract sockets; undefined where there is none, or where the kernel cannot close them. */
export async function socketCloser(arch: string = process.arch): Promise<string | undefined> {
  const perl = trustedProgram("perl");
  const prctl = PRCTL[arch];
  if (perl === undefined || prctl === undefined) return undefined;
  const script = `syscall ${prctl}, 38, 1, 0, 0, 0; ${CLOSE_SOCKETS} exit !$isClosed`;
  const { exitCode } = await runFile({ file: perl, args: ["-e", script], cwd: "/", env: {} });
  return exitCode === 0 ? perl : undefined;
}

/**
 * The same plan, from which the abstract sockets of the machine cannot be reached. It does not start where that fails, or
 * where `before` ends: lines of perl that run first.
 */
export const withoutAbstractSockets = (plan: SpawnPlan, perl: string, before = ""): SpawnPlan => ({
  ...plan,
  file: perl,
  args: [
    "-e",
    `${before} ${CLOSE_SOCKETS} $isClosed and exec { $ARGV[0] } @ARGV; exit 126`,
    "--",
    plan.file,
    ...plan.args,
  ],
});
