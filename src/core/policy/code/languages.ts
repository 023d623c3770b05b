import { SHELL_NAME } from "../../knowledge/shell-names.ts";
import type { Language } from "../tools/effect.ts";
import type { Text } from "../values/abstract-text.ts";

/** Languages by the name of their interpreter, as a first line names it, and by the ends of their files. */
const LANGUAGES: readonly { readonly language: Language; readonly program: RegExp; readonly ending: RegExp }[] = [
  { language: "shell", program: new RegExp(String.raw`\b${SHELL_NAME}\b`), ending: /\.(?:ba|z|k)?sh$/ },
  { language: "python", program: /\bpy(?:thon|py)/, ending: /\.pyw?$/ },
  { language: "javascript", program: /\b(?:node|deno|bun|tsx|ts-node)\b/, ending: /\.[cm]?[jt]sx?$/ },
  { language: "perl", program: /\bperl/, ending: /\.(?:pl|pm)$/ },
  { language: "ruby", program: /\bruby/, ending: /\.rb$/ },
  { language: "php", program: /\bphp/, ending: /\.php$/ },
  { language: "lua", program: /\blua/, ending: /\.lua$/ },
  { language: "awk", program: /\b[gmn]?awk\b/, ending: /\.awk$/ },
  {
    language: "other",
    program: /\b(?:Rscript|julia|groovy|elixir|tclsh|guile|expect)\b/,
    ending: /\.(?:R|jl|groovy|exs?|tcl|scm|el|gradle|kts?|swift|go|rs|java|c|cc|cpp)$/,
  },
];

/** The language a file is written in: what its first line says, else its name, else the shell's. */
export function languageOf(path: Text, content: Text): Language {
  const first = /^#!(.*)/.exec(content)?.[1];
  const known =
    first === undefined
      ? LANGUAGES.find(({ ending }) => ending.test(path))
      : LANGUAGES.find(({ program }) => program.test(first));
  return known?.language ?? "shell";
}
