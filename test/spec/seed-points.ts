/** What the implementation plan asks for: its steps, the public names of its classes, patterns, tests and security list. */
export function planPoints(document: string): string[] {
  const points: string[] = [];
  let [section, owner, group] = ["", "", 0];
  for (const line of document.split("\n")) {
    section = /^## (.+)$/.exec(line)?.[1] ?? section;
    const step = /^### Step (\d+)/.exec(line)?.[1];
    if (step !== undefined) points.push(`P-step.${step}`);
    owner = /^class (\w+)/.exec(line)?.[1] ?? (line.startsWith("```") ? "" : owner);
    if (owner !== "") {
      const name =
        /^ {4}(?:async )?def ([a-z]\w*)\(/.exec(line)?.[1] ??
        /^ {4}([A-Za-z]\w*)(?:: [^=]+)?(?: = .*)?$/.exec(line)?.[1] ??
        /^ {16}name="(\w+)"/.exec(line)?.[1];
      if (name !== undefined && name !== "return") points.push(`P-${owner}.${name}`);
      if (/^ {8}r"/.test(line)) points.push(`P-pattern.${count(points, "P-pattern.") + 1}`);
    }
    if (section === "Testing Strategy") {
      if (/^\d+\. \*\*/.test(line)) group += 1;
      else if (/^ {3}- /.test(line)) points.push(`P-unit.${group}.${count(points, `P-unit.${group}.`) + 1}`);
      else if (/^\d+\. /.test(line)) points.push(`P-integration.${count(points, "P-integration.") + 1}`);
    }
    if (section === "Security Considerations" && /^\d+\. /.test(line))
      points.push(`P-security.${count(points, "P-security.") + 1}`);
  }
  return points;
}

const count = (points: readonly string[], prefix: string): number =>
  points.filter((point) => point.startsWith(prefix)).length;

/**
 * What the diagrams ask for: public members of classes, branches of sequences, transitions of states, parameters,
 * patterns, notes; a diagram without any of these is one point.
 */
export function diagramPoints(document: string): string[] {
  const sections = document.split(/^## /m).slice(1);
  return sections.flatMap((section) => {
    const number = /^(\d+)\./.exec(section)?.[1];
    if (number === undefined) {
      return [...section.matchAll(/^- /gm)].map((_, index) => `U-notes.${index + 1}`);
    }
    const inside = [
      ...membersOf(section),
      ...[...section.matchAll(/^\s+(?:alt|else) (.+)$/gm)].map(([, branch = ""]) => branch),
      ...[...section.matchAll(/^ {4}(\S+) --> ([^\s:]+)/gm)]
        .filter(() => section.includes("stateDiagram"))
        .map(([, from = "", to = ""]) => `${from} to ${to}`),
      ...parametersOf(section),
      ...[...section.matchAll(/^│ (?!Pattern|Blocked)(.+?) +│/gm)].map((_, index) => `${index + 1}`),
    ];
    return inside.length === 0 ? [`U-${number}`] : inside.map((point) => `U-${number}.${point}`);
  });
}

function membersOf(section: string): string[] {
  return [...section.matchAll(/^ {4}class (\w+) \{\n(.*?)^ {4}\}/gms)].flatMap(([, owner = "", body = ""]) =>
    [...body.matchAll(/^ {8}(?:\+(\w+)|([A-Z]+)$)/gm)].map(([, member, value]) => `${owner}.${member ?? value}`),
  );
}

function parametersOf(section: string): string[] {
  return section.split(/^### /m).flatMap((part) => {
    const owner = /^(\w+)Tool Parameters/.exec(part)?.[1];
    return owner === undefined
      ? []
      : [...part.matchAll(/^ {4}"(\w+)": \{/gm)].map(([, parameter = ""]) => `${owner}.${parameter}`);
  });
}
