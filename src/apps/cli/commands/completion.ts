/** What a completion script needs to know of a command. */
export type Completable = { readonly name: string; readonly options: readonly string[] };

export const SHELLS = ["bash", "zsh", "fish"] as const;

/** A completion script for one shell, made from the commands of the CLI. */
export function completionScript(shell: (typeof SHELLS)[number], commands: readonly Completable[]): string {
  const names = commands.map(({ name }) => name).join(" ");
  if (shell === "fish") {
    const lines = commands.flatMap(({ name, options }) => [
      `complete -c nacre -n __fish_use_subcommand -f -a ${name}`,
      ...options.map(
        (option) => `complete -c nacre -n '__fish_seen_subcommand_from ${name}' -l ${option.replace(/^--/, "")}`,
      ),
    ]);
    return `${lines.join("\n")}\n`;
  }
  const cases = commands.map(({ name, options }) => `    ${name}) words="${options.join(" ")}" ;;`).join("\n");
  const body = `_nacre() {
  local words
  case "\${COMP_WORDS[1]}" in
${cases}
    *) words="" ;;
  esac
  [ "$COMP_CWORD" -eq 1 ] && words="${names}"
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _nacre nacre
`;
  return shell === "zsh" ? `autoload -U +X bashcompinit && bashcompinit\n${body}` : body;
}
