import type { LineHost } from "../../../src/core/line/line-host.ts";
import type { HostView, LineEvent, QuestionView, ShellView } from "../../../src/core/line/line-messages.ts";
import { madeUpHost } from "../../core/line/made-up-host.ts";
import { shellView } from "../../support/page-ground.ts";
import { questionView } from "../made-up-questions.ts";

const MINUTE = 60_000;
const NOW = Date.now();
const MB = 1024 * 1024;

const sgr = (codes: string, text: string): string => `\u001b[${codes}m${text}\u001b[0m`;

const PASSED = Array.from({ length: 1180 }, (_, at) => {
  const name = ["price", "lines", "totals", "search"][at % 4];
  const took = sgr(at % 9 === 0 ? "33" : "32", `${(at * 37) % 1200}ms`);
  return `${sgr("32", "✓")} src/cart/${name}-${at}.test.ts ${sgr("2", `(${at % 60} tests)`)} ${took}`;
});
const FAILED = [
  `${sgr("31", "❯")} src/cart/discount.test.ts ${sgr("2", "(24 tests | ")}${sgr("31", "2 failed")}${sgr("2", ")")} ${sgr("32", "148ms")}`,
  `   ${sgr("31", "× stacks a coupon on a member price")} ${sgr("2", "11ms")}`,
  `     ${sgr("31", "→ expected 1799 to be 1619 // Object.is equality")}`,
  `   ${sgr("31", "× never goes below zero")} ${sgr("2", "3ms")}`,
  `     ${sgr("31", "→ expected -120 to be +0 // Object.is equality")}`,
  "",
  ` ${sgr("1", "Test Files")}  ${sgr("31", "1 failed")} ${sgr("2", "|")} ${sgr("32", "37 passed")} ${sgr("2", "(38)")}`,
  `      ${sgr("1", "Tests")}  ${sgr("31", "2 failed")} ${sgr("2", "|")} ${sgr("32", "611 passed")} ${sgr("2", "(613)")}`,
];
const ERRORS = [
  `${sgr("1;41", " FAIL ")} src/cart/discount.test.ts ${sgr("2", ">")} discount ${sgr("2", ">")} stacks a coupon`,
  `${sgr("31;1", "AssertionError")}${sgr("31", ": expected 1799 to be 1619 // Object.is equality")}`,
  "",
  sgr("32", "- 1619"),
  sgr("31", "+ 1799"),
  "",
  ` ${sgr("36", "❯")} src/cart/discount.test.ts:${sgr("2", "88:24")}`,
  `    ${sgr("2", "86|")}   ${sgr("35", "const")} cart = withCoupon(member(1799), ${sgr("32", '"TENOFF"')});`,
  `    ${sgr("2", "88|")}   ${sgr("34", "expect")}(total(cart)).${sgr("34", "toBe")}(1619);`,
  `${sgr("33", "warn")}  title from the fixture: sale\u202e gnihtemos \u2066ends soon`,
];
const SERVER = [
  `  ${sgr("32;1", "VITE")} ${sgr("32", "v7.1.4")}  ${sgr("2", "ready in")} ${sgr("1", "412")} ms`,
  "",
  `  ${sgr("32", "➜")}  ${sgr("1", "Local")}:   ${sgr("36", "http://localhost:5173/")}`,
  `  ${sgr("2", "➜  Network: use")} ${sgr("1", "--host")} ${sgr("2", "to expose")}`,
  ...["discount.ts", "Cart.tsx", "price.ts"].map(
    (name, at) =>
      `${sgr("2", `17:3${at}:02`)} ${sgr("36;1", "[vite]")} ${sgr("32", "hmr update")} ${sgr("2", `/src/cart/${name}`)}`,
  ),
];

const text = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");

type Printed = Readonly<Record<string, { readonly stdout: string; readonly stderr: string }>>;

const PRINTED: Printed = {
  shell_tests: { stdout: text([...PASSED, ...FAILED]), stderr: text(ERRORS) },
  shell_server: { stdout: text(SERVER), stderr: "" },
  shell_init: {
    stdout: "This utility will walk you through creating a package.json file.\npackage name: (api) ",
    stderr: "",
  },
};

type Scene = {
  readonly view: HostView;
  readonly shells: () => readonly ShellView[];
  readonly questions?: readonly QuestionView[];
};

/** A host whose shells move a little every second. */
export function hostOf({ view, shells, questions = [] }: Scene): LineHost & { readonly move: () => void } {
  const host = madeUpHost({
    view: () => view,
    overview: async () => ({
      host: view,
      sessions: [{ id: "default", cwd: view.workspace ?? "/" }],
      shells: shells(),
      questions,
      rules: [],
    }),
    followShell: async ({ shell }, outlet) => {
      const { stdout, stderr } = PRINTED[shell] ?? { stdout: "", stderr: "" };
      const event: LineEvent = {
        kind: "output",
        shell,
        stdout,
        stderr,
        cursor: `o${Buffer.byteLength(stdout)}e${Buffer.byteLength(stderr)}`,
        dropped: 0,
      };
      await outlet.send(event);
      await outlet.closed;
      return { no: { code: "gone", sentence: "the page is gone" } };
    },
    questions: {
      list: () => questions,
      answer: async () => ({ is: { won: true } }),
      check: async () => ({
        is: {
          lets: ["git push --force origin main"],
          stops: ["git push --force origin release", "git push -f --all"],
        },
      }),
      reloadRules: async () => ({ is: { rules: 0 } }),
      addWatcher: () => () => undefined,
      onChange: () => () => undefined,
    },
  });
  return { ...host, move: () => shells().forEach((shell) => host.tell({ kind: "shell", shell })) };
}

let step = 0;
/** Moves the figures of running shells. */
export const nextStep = (): void => {
  step += 1;
};
const wave = (base: number, share: number): number => Math.round(base * (1 + share * Math.sin(step / 3)));

const view = (id: string, more: Partial<HostView>): HostView => ({ id, pid: 1, startedAt: NOW, app: "mcp", ...more });
const running = (id: string, minutes: number, more: Partial<ShellView>): ShellView =>
  shellView(id, {
    createdAt: NOW - minutes * MINUTE,
    startedAt: NOW - minutes * MINUTE,
    decision: "allow",
    cwd: "/home/mira/work/storefront",
    ...more,
  });

const QUESTIONS = [
  questionView("q1", { expiresAt: NOW + 9 * MINUTE }),
  questionView("q2", { command: "docker compose down -v", suggestion: "docker compose stop", lost: "not known" }),
  questionView("q0", {
    command: "rm -rf ~/.cache/huggingface",
    state: "answered",
    answer: "deny",
    answeredBy: "on the page",
    message: "those are 40 GB of models, keep them",
  }),
];

const full = { profile: "workspace", network: "on", containment: "full", reasons: [] } as const;

/** A working day: three clients, one of them waits for an answer where `asks`. */
export const storefront = (asks: boolean): readonly ReturnType<typeof hostOf>[] => [
  hostOf({
    view: view("h1", { client: "claude-code", workspace: "/home/mira/work/storefront", sandbox: full }),
    questions: asks ? QUESTIONS : QUESTIONS.slice(2),
    shells: () => [
      running("shell_server", 42, {
        description: "Dev server",
        command: "npx vite --port 5173",
        pid: 47_711,
        ports: [5173],
        memoryBytes: wave(312 * MB, 0.12),
        cpuMs: step * 20,
        stdoutBytes: 18_000 + step * 60,
      }),
      running("shell_build", 6, {
        description: "Build the image",
        command: "podman build -t storefront:ci .",
        pid: 48_002,
        memoryBytes: wave(1400 * MB, 0.2),
        cpuMs: step * 1410,
        stdoutBytes: 9000 + step * (800 + ((step * 7919) % 1700)),
      }),
      running("shell_tests", 2, {
        description: "Run the unit tests",
        command: "pnpm vitest run --coverage",
        status: "failed",
        exitCode: 1,
        durationMs: 38_200,
        stdoutBytes: PRINTED["shell_tests"]?.stdout.length ?? 0,
      }),
    ],
  }),
  hostOf({
    view: view("h2", {
      client: "codex",
      workspace: "/home/mira/work/api",
      sandbox: { ...full, containment: "partial", reasons: ["no control group: limits hold per process"] },
    }),
    shells: () => [
      running("shell_check", 70, {
        description: "Type check on change",
        command: "npx tsc --noEmit --watch",
        memoryBytes: wave(598 * MB, 0.05),
        cpuMs: step,
      }),
      running("shell_init", 3, {
        description: "Create the package",
        command: "npm init",
        waitsForInput: "npm",
        memoryBytes: 60 * MB,
      }),
    ],
  }),
  hostOf({
    view: view("h3", {
      app: "run",
      workspace: "/home/mira/work/models",
      sandbox: { ...full, profile: "none", containment: "none" },
    }),
    shells: () => [
      running("shell_train", 53, {
        description: "Train, 40 epochs",
        command: "python train.py --epochs 40",
        status: "killed",
        durationMs: 11 * MINUTE,
      }),
      ...Array.from({ length: 9 }, (_, at) =>
        running(`shell_old${at}`, 80 + at, {
          command: `make step-${at}`,
          status: "completed",
          exitCode: 0,
          durationMs: 4000,
        }),
      ),
    ],
  }),
];
