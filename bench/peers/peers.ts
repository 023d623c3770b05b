/** What others run a command with, and how each is started. Data: nothing here is installed, what is missing is said. */

type Act = (text: string) => Promise<unknown>;

/** A library: what its module makes of a text. A server: the program of its package, and the tool to call. */
export type Peer = { readonly package: string } & (
  | { readonly kind: "library"; readonly act: (module: object) => Act }
  | {
      readonly kind: "server";
      readonly args?: readonly string[];
      readonly tool: string;
      readonly input: (text: string) => object;
      readonly env?: Readonly<Record<string, string>>;
    }
);

type Exports<T> = (module: object) => T;
/** The module with the exports that its documentation names. */
const as =
  <T>(use: (module: T) => Act): Exports<Act> =>
  (module) =>
    use(module as T);

export const PEERS: readonly Peer[] = [
  {
    package: "execa",
    kind: "library",
    act: as<{ execa: (file: string, args: readonly string[]) => Promise<unknown> }>(
      ({ execa }) =>
        (text) =>
          execa("/bin/bash", ["-c", text]),
    ),
  },
  {
    package: "tinyexec",
    kind: "library",
    act: as<{ x: (file: string, args: readonly string[]) => Promise<unknown> }>(
      ({ x }) =>
        async (text) =>
          x("/bin/bash", ["-c", text]),
    ),
  },
  {
    package: "zx",
    kind: "library",
    act: as<{ $: (options: object) => (parts: readonly string[], ...values: readonly string[]) => Promise<unknown> }>(
      ({ $ }) =>
        async (text) =>
          $({ quiet: true, shell: "/bin/bash" })`/bin/bash -c ${text}`,
    ),
  },
  {
    package: "just-bash",
    kind: "library",
    act: as<{ Bash: new () => { exec: Act } }>(({ Bash }) => {
      const bash = new Bash();
      return (text) => bash.exec(text);
    }),
  },
  {
    package: "mcp-server-commands",
    kind: "server",
    tool: "run_command",
    input: (command) => ({ command }),
  },
  { package: "bash-mcp", kind: "server", tool: "run", input: (command) => ({ command }) },
  {
    package: "@mako10k/mcp-shell-server",
    kind: "server",
    tool: "shell_execute",
    input: (command) => ({ command, execution_mode: "foreground" }),
    env: { MCP_SHELL_SECURITY_MODE: "permissive", MCP_SHELL_ELICITATION: "false", MCP_SHELL_LLM_EVALUATION: "false" },
  },
  {
    package: "@wonderwhy-er/desktop-commander",
    kind: "server",
    args: ["--no-onboarding"],
    tool: "start_process",
    input: (command) => ({ command, timeout_ms: 60_000, shell: "/bin/bash" }),
  },
];
