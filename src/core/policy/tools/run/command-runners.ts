import { executes, runs } from "../effect.ts";
import { family, type Tool, tool } from "../tool-shape.ts";
import { env } from "./env.ts";
import { behindExec, codeOr, hyperfine, setarch, watch } from "./run-commands.ts";

const SCRIPT = "-c: --command: -I: -O: -B: -T: -o: -E: -m: --log-out: --log-in: --log-io: --log-timing:";

/** Tools that run a command which they are given as words or as a text. */
export const COMMAND_RUNNERS: readonly Tool[] = family("everything", [
  tool("env", {
    by: env,
    examples: {
      "delete-vital": ["env -i A=b rm -rf /usr", "env -S 'rm -rf /usr'"],
      fine: ["env A=b ls", "env --help"],
    },
  }),
  tool("setarch", { by: setarch, examples: { "delete-vital": ["setarch i686 rm -rf /usr"], fine: ["setarch -R ls"] } }),
  tool("hyperfine", {
    by: hyperfine,
    examples: { "delete-vital": ["hyperfine --prepare 'rm -rf /usr' ls"], fine: ["hyperfine -w 3 ls"] },
  }),
  tool("start-stop-daemon daemonize daemon supervise", {
    by: behindExec,
    examples: {
      persist: ["start-stop-daemon --start --exec /bin/ls"],
      "delete-vital": ["start-stop-daemon --start --exec rm -- -rf /usr"],
      fine: ["start-stop-daemon --help"],
    },
  }),
  tool("run-parts", {
    by: ({ args }) => args.filter((arg) => !arg.startsWith("-")).map((path) => executes(`${path}/any`)),
    examples: { "run-foreign": ["run-parts /tmp/x"], fine: ["run-parts scripts"] },
  }),
  tool("flock", {
    by: codeOr({ takes: "-w: -E: --timeout: --conflict-exit-code:", words: 1 }),
    examples: { "delete-vital": ["flock x -c 'rm -rf /usr'", "flock x rm -rf /usr"], fine: ["flock x ls"] },
  }),
  tool("script", {
    takes: SCRIPT,
    by: codeOr({ takes: SCRIPT, words: "all" }),
    options: { writes: "-O -I -B -T --log-out --log-in --log-io --log-timing" },
    operands: "writes",
    examples: {
      "delete-vital": ["script -c 'rm -rf /usr'"],
      "write-vital": ["script -O /etc/passwd", "script /etc/passwd"],
      fine: ["script -c ls out.txt"],
    },
  }),
  tool("watch viddy", {
    by: watch,
    examples: { "delete-vital": ["watch -n 1 'rm -rf /usr'", "watch -x rm -rf /usr"], fine: ["watch -n 1 ls"] },
  }),
  tool("entr", {
    by: ({ args }) => [{ kind: "runs", argv: args.filter((arg) => !/^-[acdnprsxz]+$/.test(arg)) }],
    options: { shell: "-c --command --exec", loads: "-c -f -G --guardfile -r" },
    examples: {
      "delete-vital": ["entr -r rm -rf /usr"],
      power: ["entr --exec reboot"],
      "run-foreign": ["entr -f /tmp/evil"],
      fine: ["entr -c npm test"],
    },
  }),
  tool("watchexec", {
    by: codeOr({ takes: "-w: -e: -i: -f: -d: -s: --watch: --exts: --shell:", words: 0 }),
    options: { shell: "-c --command --exec", loads: "-c -f -G --guardfile -r" },
    examples: {
      "delete-vital": ["watchexec -w src rm -rf /usr"],
      power: ["watchexec --exec=reboot"],
      "run-foreign": ["watchexec --guardfile=/tmp/evil ls"],
      fine: ["watchexec -w src npm test"],
    },
  }),
  tool("nodemon", {
    by: codeOr({
      takes: "-x: --exec: -w: --watch: -e: --ext: -i: --ignore:",
      words: "all",
      code: ["-x", "--exec"],
    }),
    options: { loads: "-r --require --import --compiler --config" },
    examples: {
      "delete-vital": ["nodemon -x 'rm -rf /usr'"],
      "run-foreign": ["nodemon --config /tmp/evil.json"],
      fine: ["nodemon -w src app.js"],
    },
  }),
  tool("busybox toybox", {
    by: ({ args }) => ((args[0] ?? "--").startsWith("--") ? [] : [runs(args)]),
    examples: { "delete-vital": ["busybox rm -rf /usr"], fine: ["busybox --list", "busybox ls"] },
  }),
]);
