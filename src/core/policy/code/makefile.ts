/** One rule of a makefile. */
type Rule = { readonly targets: readonly string[]; readonly needs: readonly string[]; readonly lines: string[] };

/** What make puts for names that no makefile sets. */
const GIVEN: Readonly<Record<string, string>> = {
  CC: "cc",
  CXX: "g++",
  AR: "ar",
  LD: "ld",
  RM: "rm -f",
  MAKE: "make",
  SHELL: "/bin/sh",
  CURDIR: ".",
};

/** The deepest that values are put into values. */
const MAX_DEPTH = 8;

/**
 * The shell text that make runs for these targets (the first one by default): what it evaluates while it reads, then the
 * recipes, with the makefile's own variables put in. What only make could work out stands there as `*`.
 */
export function makeCommands(makefile: string, words: readonly string[]): readonly string[] {
  const { rules, variables } = read(makefile.replaceAll("\\\n", " "));
  for (const word of words) {
    const [, name, value = ""] = /^([\w.-]+)[:?+]?=(.*)$/s.exec(word) ?? [];
    if (name !== undefined) variables.set(name, value);
  }
  const asked = words.filter((word) => !word.includes("=") && !word.startsWith("-"));
  const evaluated = [...makefile.matchAll(/\$[({]shell\s+((?:[^()]|\([^()]*\))*)[)}]/g)].map(([, code = ""]) => code);
  const known = rules.map((rule) => withNames(rule, variables));
  const recipes = rulesFor(asked, known).flatMap((rule) => rule.lines.map((line) => ({ line, rule })));
  return [
    ...evaluated.map((code) => expanded(code, variables)),
    ...recipes.map(({ line, rule }) => expanded(line, withAutomatic(variables, rule)).replace(/^[@+\-\s]+/, "")),
  ];
}

function read(makefile: string): { readonly rules: readonly Rule[]; readonly variables: Map<string, string> } {
  const rules: Rule[] = [];
  const variables = new Map(Object.entries(GIVEN));
  for (const line of makefile.split("\n")) {
    const [, name, sign, value = ""] =
      /^\s*(?:export\s+|override\s+)?([\w.-]+)\s*(:{0,3}|\?|\+|!)=\s*(.*)$/.exec(line) ?? [];
    if (line.startsWith("\t")) rules.at(-1)?.lines.push(line.slice(1));
    else if (name !== undefined) variables.set(name, sign === "+" ? `${variables.get(name) ?? ""} ${value}` : value);
    else rules.push(...rulesIn(line));
  }
  return { rules, variables };
}

function rulesIn(line: string): readonly Rule[] {
  const [, targets = "", needs = "", recipe] = /^([^\s#:=][^:=#]*)::?(?!=)([^;]*)(?:;(.*))?$/.exec(line) ?? [];
  if (targets === "") return [];
  return [{ targets: wordsOf(targets), needs: wordsOf(needs), lines: recipe === undefined ? [] : [recipe] }];
}

const wordsOf = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== "" && word !== "|");

/** A rule whose targets are written with variables. */
const withNames = (rule: Rule, variables: ReadonlyMap<string, string>): Rule => ({
  ...rule,
  targets: rule.targets.flatMap((target) => wordsOf(expanded(target, variables))),
  needs: rule.needs.flatMap((need) => wordsOf(expanded(need, variables))),
});

const fits = (target: string, name: string): boolean => {
  const [before = "", after] = target.split("%");
  return after === undefined
    ? target === name || target.includes("*")
    : name.startsWith(before) && name.endsWith(after);
};

const isFor = ({ targets }: Rule, name: string): boolean => targets.some((target) => fits(target, name));

/** The rules of these targets and of all they need. */
function rulesFor(asked: readonly string[], rules: readonly Rule[]): readonly Rule[] {
  const first = rules.find(({ targets }) => targets.some((target) => !target.startsWith(".")))?.targets ?? [];
  const found = new Set<Rule>();
  const names = [...(asked.length > 0 ? asked : first)];
  for (let wanted = names.pop(); wanted !== undefined; wanted = names.pop()) {
    for (const rule of rules) {
      if (found.has(rule) || !isFor(rule, wanted)) continue;
      found.add(rule);
      names.push(...rule.needs);
    }
  }
  return [...found];
}

const withAutomatic = (variables: ReadonlyMap<string, string>, { targets, needs }: Rule): ReadonlyMap<string, string> =>
  new Map([
    ...variables,
    ["@", targets[0] ?? "*"],
    ["<", needs[0] ?? "*"],
    ["^", needs.join(" ")],
    ["*", "*"],
    ["?", "*"],
  ]);

/** Puts values in place of `$(NAME)` and `$x`; `$$` is a dollar of the shell. */
function expanded(text: string, variables: ReadonlyMap<string, string>, depth = 0): string {
  return text.replace(
    /\$(?:\$|\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)|\{([^{}]*)\}|(.))/g,
    (whole, ...inner: (string | undefined)[]) => {
      if (whole === "$$") return "$";
      const name = (inner.slice(0, 3).find((group) => group !== undefined) ?? "").trim();
      const [, code] = /^shell\s+(.*)$/s.exec(name) ?? [];
      if (code !== undefined) return `$(${expanded(code, variables, depth)})`;
      const value = variables.get(name.replace(/[DF]$/, (end) => (/^[@<^*?][DF]$/.test(name) ? "" : end)));
      if (value !== undefined) return depth < MAX_DEPTH ? expanded(value, variables, depth + 1) : "*";
      return /^\w+$/.test(name) ? `\${${name}}` : "*";
    },
  );
}
