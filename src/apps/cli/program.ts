import { resolve } from "node:path";
import { Command, CommanderError, Option } from "commander";
import { Fault, isFault } from "../../core/base/fault.ts";
import { MOST_WORKERS } from "../../core/base/limits/machine-limits.ts";
import { wallOf } from "../../core/sandbox/sandbox.ts";
import { commandOf } from "../../tools/argument-list.ts";
import { addActs } from "./acts/user-acts.ts";
import { clientToken, withTokenFlags } from "./commands/client-token.ts";
import { completionScript, SHELLS } from "./commands/completion.ts";
import { type DoctorFlags, withDoctorFlags } from "./commands/doctor-flags.ts";
import { type InitFlags, withInitFlags } from "./commands/init-flags.ts";
import type { RunFlags } from "./commands/run.ts";
import type { ServeFlags } from "./commands/serve.ts";
import { compileEarly } from "./compile-early.ts";
import {
  type Act,
  type CheckFlags,
  configOption,
  count,
  handoverOption,
  idleOption,
  milliseconds,
  portNumber,
  type Surface,
  stateOption,
  structuredOption,
  tokenFileOption,
  withCheckFlags,
  withSharedFlags,
  withToolFlags,
  wrong,
} from "./flags.ts";
import { EXIT, type Io, isUsage } from "./io.ts";
import {
  placeOf,
  type SharedFlags,
  sandboxRequestOf,
  settingsOf,
  toolkitOptionsOf,
  withWorkspace,
} from "./settings.ts";
import { addTry } from "./trying/try-flags.ts";
import { USUAL_PORT } from "./usual-port.ts";
import { addWatching } from "./watching/watching.ts";

const EXAMPLES = `
Examples:
  nacre run -- npm test                      run a command as an agent's is run
  nacre try 'npm update'                     see what it would change
  nacre check 'rm -rf "$DIR"/*'              what the policy says of it, and why
  nacre mcp --workspace .                    serve one MCP client over stdio
  nacre serve                                serve MCP clients over HTTP
  nacre ps; nacre logs ID -f; nacre kill ID  the shells of this user
  nacre watch                                the same in a browser, live
  nacre doctor                               what this machine can contain

Exit codes: those of the command for run; 2 wrong usage, 124 timed out,
  126 blocked or refused, 128+N ended by signal N;
  for check 0 allow, 10 ask, 20 deny.
Settings: flags, then NACRE_* variables, then the file named by --config or
  NACRE_CONFIG (else ~/.config/nacre/config.json), then defaults.
`;

const WORDS_HELP = "one word: a command text; several: a program and its arguments, each taken as it is";

const RUN_NOTES = `
One word is a text for bash: nacre run -- 'make 2>&1 | tail'. Several are an
argument list, as env takes it: nacre run -- git commit -m 'two words'.
Its output passes byte for byte, but for secrets, which are redacted.
The command reads what is piped or redirected to nacre, as it comes; with -n
nothing. At a terminal it has one of its own, through which it reads your
keys and draws; with -T none, and it reads nothing. What it leaves running
ends with it.
`;

const MCP_AT_TERMINAL = `nacre mcp: this is an MCP server; it waits for the JSON messages of a client.
  nacre init           prints what to paste into a client, which then starts it
  nacre run -- WORDS…  runs a command here
  Ctrl+D ends it
`;

/** Runs the CLI with these arguments. Never throws, never exits: returns the exit code. */
export async function runCli(words: readonly string[], io: Io, version: string): Promise<number> {
  let code: number = EXIT.ok;
  const act: Act = async (result) => {
    code = await result;
  };
  const program = buildProgram(io, version, act);
  try {
    await program.parseAsync([...words], { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    if (!isFault(error)) {
      if (!(error instanceof Error && "syscall" in error)) throw error;
      io.stderr(`nacre: ${error.message}\n`);
      return EXIT.failed;
    }
    io.stderr(`nacre: ${error.message}\n`);
    return isUsage(error.code) ? EXIT.usage : EXIT.refused;
  }
}

function buildProgram(io: Io, version: string, act: Act): Command {
  const program = new Command("nacre")
    .description("A real shell for AI agents: run, judge, contain and watch commands.")
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: io.stdout,
      writeErr: io.stderr,
      getOutHasColors: () => io.colours,
      getErrHasColors: () => io.colours,
    })
    .showSuggestionAfterError()
    .addHelpText("after", EXAMPLES);
  const subcommand = (name: string, description: string): Command =>
    program
      .command(name)
      .description(description)
      .showHelpAfterError(
        ["run", "check", "try"].includes(name)
          ? `(options of the command itself go behind --: nacre ${name} -- ls --all)`
          : `(nacre ${name} --help teaches the rest)`,
      );
  for (const add of [addRun, addTry, addCheck, addMcp, addServe, addWatching, addMachine, addWorker, addActs])
    add({ subcommand, io, version, act });
  withInitFlags(
    subcommand(
      "init",
      "write a commented nacre.config.json and rules; set up clients, or tell what to paste into them",
    ),
  ).action(async (flags: InitFlags) => {
    const { init } = await import("./commands/init.ts");
    await act(init(flags, io));
  });
  subcommand("completion", "print a completion script")
    .argument(
      "<shell>",
      SHELLS.join(", "),
      (word) => SHELLS.find((shell) => shell === word) ?? wrong(`one of ${SHELLS.join(", ")}`),
    )
    .action((shell: (typeof SHELLS)[number]) => {
      const commands = program.commands.map((one) => ({
        name: one.name(),
        options: one.options.map(({ long }) => long ?? "").filter(Boolean),
      }));
      io.stdout(completionScript(shell, commands));
    });
  return program;
}

function addRun({ subcommand, io, act }: Surface): void {
  withSharedFlags(
    subcommand("run", "run one command: judged, contained as asked, live output, its own exit code"),
    "none",
  )
    .usage("[options] -- WORDS…")
    .argument("<words...>", WORDS_HELP)
    .addOption(new Option("--timeout <ms>", "end it after this time").argParser(milliseconds(1)))
    .option("-n", "give it no standard input, as ssh -n does")
    .option("-T", "give it no terminal, as ssh -T does")
    .option("--json", "print the result as JSON instead of live output")
    .addHelpText("after", RUN_NOTES)
    .action(async (words: string[], flags: SharedFlags & RunFlags) => {
      const settings = withWorkspace(settingsOf(flags, io, { sandbox: "none" }));
      const { runCommand } = await import("./commands/run.ts");
      await act(runCommand(words, flags, { settings, io }));
    });
}

function addCheck({ subcommand, io, act }: Surface): void {
  withCheckFlags(
    subcommand("check", "say what the policy thinks of a command, and why; nothing runs").argument(
      "[words...]",
      WORDS_HELP,
    ),
  ).action(async (words: string[], flags: CheckFlags) => {
    const { cwd = io.cwd, home = io.home, json, jsonl, explain } = flags;
    const settings = settingsOf({ ...flags, workspace: flags.workspace ?? cwd }, io, { sandbox: "none" });
    const { workspace, policy } = settings;
    const request = sandboxRequestOf(settings);
    const { rulesHolding, runCheck } = await import("./commands/check.ts");
    const { paintDecisions } = await import("./paint.ts");
    const painted = { ...io, stdout: (text: string) => io.stdout(io.colours ? paintDecisions(text) : text) };
    const known = {
      command: words.length === 0 ? undefined : commandOf(words),
      mode: policy,
      wall: typeof request === "string" ? undefined : wallOf(request),
      rules: rulesHolding(settings),
      json,
      jsonl,
      explain: explain === true ? "" : explain,
    };
    await act(runCheck({ cwd: resolve(io.cwd, cwd), home, workspace, ...withoutUndefined(known) }, painted));
  });
}

/** Removes the keys of options that were not given, because the types allow no undefined. */
const withoutUndefined = <T extends object>(options: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

type McpFlags = { handoverMs?: number; structured?: boolean };

function addMcp({ subcommand, io, version, act }: Surface): void {
  withToolFlags(withSharedFlags(subcommand("mcp", "serve one MCP client over stdin and stdout"), "workspace"))
    .addOption(handoverOption())
    .addOption(structuredOption())
    .action(async (flags: SharedFlags & McpFlags) => {
      const settings = withWorkspace(settingsOf(flags, io, { sandbox: "workspace" }));
      if (io.isInteractive) io.stderr(MCP_AT_TERMINAL);
      compileEarly();
      const { runStdioServer } = await import("../server/stdio.ts");
      await act(
        runStdioServer(
          {
            kit: { ...toolkitOptionsOf(settings), app: "mcp" },
            handoverMs: flags.handoverMs ?? settings.handoverMs,
            structured: flags.structured ?? settings.structured,
            version,
          },
          io,
        ),
      );
    });
}

function addServe({ subcommand, io, version, act }: Surface): void {
  withToolFlags(
    withSharedFlags(subcommand("serve", "serve MCP clients over HTTP, on 127.0.0.1 and behind a token"), "workspace"),
  )
    .addOption(new Option("--port <n>", `0 takes any free one (default: ${USUAL_PORT})`).argParser(portNumber))
    .addOption(tokenFileOption("the bearer token; made there, mode 0600, if missing (default: in the state directory)"))
    .option("--host <address>", "the address to listen on (default: 127.0.0.1)")
    .option("--allow-remote", "yes, others may reach that address")
    .addOption(handoverOption())
    .addOption(structuredOption())
    .addOption(idleOption())
    .addOption(
      new Option(
        "--max-workers <n>",
        `with --on: so many clients have a worker at once (default: ${MOST_WORKERS})`,
      ).argParser(count),
    )
    .option("--json", "print the address as JSON")
    .action(async (flags: SharedFlags & ServeFlags) => {
      const settings = withWorkspace(settingsOf(flags, io, { sandbox: "workspace" }));
      compileEarly();
      const { serve } = await import("./commands/serve.ts");
      await act(serve(flags, { settings, version, io }));
    });
  withTokenFlags(
    subcommand("token", "print the token of one client of nacre serve, which is good for its name only"),
  ).action((name: string | undefined, flags) => act(clientToken(name, flags, io)));
}

function addWorker({ subcommand, io, act }: Surface): void {
  subcommand("machines", "the machines of the configuration: which answer, how fast, how full")
    .argument("[name]", "only this one")
    .option("--json", "as JSON")
    .addOption(stateOption())
    .addOption(configOption())
    .action(async (name: string | undefined, flags) => {
      const settings = settingsOf(flags, io, { sandbox: "none" });
      const { machines } = await import("./commands/machines-list.ts");
      await act(machines(name, flags, { settings, io }));
    });
  subcommand("worker", "serve one gateway over stdin and stdout; nacre starts it on other machines").action(
    async () => {
      const { workerMain } = await import("../worker/worker-main.ts");
      await act(workerMain().then(() => EXIT.ok));
    },
  );
}

function addMachine({ subcommand, io, act }: Surface): void {
  const machine = subcommand("doctor", "what this machine can contain, what it cannot, and what would fix it");
  withDoctorFlags(machine).action(async (flags: DoctorFlags) =>
    act((await import("./commands/doctor.ts")).doctor(flags, io)),
  );
  subcommand("restore", "put back a workspace that was kept before a command wiped it, or what a sandbox took away")
    .argument("[id]", "the copy to put back; without it the copies are listed")
    .option("--quarantine [id]", "what a sandbox took away, instead; without an id it is listed")
    .option("--json", "as JSON")
    .addOption(stateOption())
    .addOption(configOption())
    .action(async (id: string | undefined, flags) => {
      if (flags.quarantine !== undefined) {
        if (id !== undefined) throw new Fault("CONFIG_INVALID", "name a copy, or --quarantine and an id, not both");
        const { restoreQuarantine } = await import("./commands/restore-quarantine.ts");
        return act(restoreQuarantine(flags.quarantine, flags, placeOf(flags, io)));
      }
      const { restore } = await import("./commands/restore.ts");
      await act(restore(id, flags, placeOf(flags, io)));
    });
}
