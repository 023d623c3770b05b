/** nacre's own tools, by the names that models know. */
const TOOL_NAMES = ["Bash", "BashOutput", "BashInput", "KillShell", "ListShells"] as const;

/** The name under which a model sees each tool; the sentences for the model use it too. */
export type ToolNames = Readonly<Record<(typeof TOOL_NAMES)[number], string>>;

/** The usual names, replaced where the operator or the embedder chose others. */
export const toolNamesOf = (chosen: Partial<ToolNames> = {}): ToolNames => ({
  Bash: "Bash",
  BashOutput: "BashOutput",
  BashInput: "BashInput",
  KillShell: "KillShell",
  ListShells: "ListShells",
  ...chosen,
});

/**
 * The names behind a prefix, for clients that put none before a tool and have a `Bash` of their own. A prefix without
 * capital letters makes names without capital letters: `nacre_` gives `nacre_bash` and `nacre_bash_output`.
 */
export const prefixedToolNames = (prefix: string): ToolNames => {
  const spelled = (name: string): string =>
    prefix === prefix.toLowerCase() ? name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_").toLowerCase() : name;
  const names = toolNamesOf();
  return toolNamesOf(Object.fromEntries(Object.values(names).map((name) => [name, prefix + spelled(name)])));
};
