import { sampleOf } from "./pattern-sample.ts";

/** One thing that the policy knows: a row, a word of a list, a setting of a tool, a pattern. */
export type Entry = {
  readonly file: string;
  /** The names of what stands around it, and the entry itself. */
  readonly title: string;
  /** Words of lines that it may decide. */
  readonly words: readonly string[];
  /** Names of what stands around it: words of such lines, too. */
  readonly around: readonly string[];
  /** How it stands in a line, and what stands beside it in its list; empty where it is no word. */
  readonly forms: readonly string[];
  readonly beside: readonly string[];
  /** The word itself, where it is one of a list. */
  readonly listed?: string;
};

/** Where entries stand in the source, and the source with `inner` for what stands there, `first` being the number of the first entry. */
export type Site = {
  readonly start: number;
  readonly end: number;
  readonly entries: readonly Entry[];
  readonly changed: (inner: string, first: number) => string;
};

/** A node of a syntax tree. */
export type Node = { readonly type: string; readonly start: number; readonly end: number } & {
  readonly [key: string]: unknown;
};

/** Words for a user, lines that prove a tool, and names of rules: what is no fact about commands. */
const NO_FACTS: ReadonlySet<string> = new Set(["examples", "reason", "suggestion", "because"]);
const NO_LISTS: ReadonlySet<string> = new Set(["is", "rule", "decision", "knows"]);

/** Conditions of a row that are lists of lists. */
const ROW_LISTS: ReadonlySet<string> = new Set(["on", "with"]);
/** What holds entries is none itself. */
const HOLDS_ENTRIES: ReadonlySet<string> = new Set(["ArrayExpression", "ObjectExpression"]);

/** Functions that take a list of words. */
const TAKES_LIST = /^(?:tool|nameList|running)\d*$/;

type Around = { readonly names: readonly string[]; readonly isData: boolean };

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;
const nodesIn = (value: unknown): readonly Node[] => (Array.isArray(value) ? value.filter(isNode) : []);
function nameOf(node: unknown): string {
  if (!isNode(node)) return "";
  const { name, value } = node;
  if (typeof name === "string") return withoutNumber(name);
  return typeof value === "string" ? value : nameOf(node["id"] ?? node["key"]);
}

/** The bundler tells names that stand twice apart by a number. */
const withoutNumber = (text: string): string => text.replaceAll(/\b([A-Za-z_$]{2,}?)\d+\b/g, "$1");

/** The sites of a file: data of the module wherever it stands, patterns in functions too. */
export function sitesOf(file: string, source: string, nodes: readonly Node[]): readonly Site[] {
  const sites: Site[] = [];
  const textOf = (node: Node): string => source.slice(node.start, node.end);
  const entry = (node: Node, text: string, around: Around): Entry => ({
    file,
    title: [...around.names, withoutNumber(text.replaceAll(/\s+/g, " "))].join(" › "),
    words: textsIn(node).flatMap(parts),
    around: around.names.flatMap((name) => name.split(" ")),
    forms: [],
    beside: [],
  });

  const addOne = (node: Node, text: string, around: Around, changed: Site["changed"]): void => {
    sites.push({ start: node.start, end: node.end, entries: [entry(node, text, around)], changed });
  };

  const addWords = (node: Node, around: Around): void => {
    const words = [...new Set(stringsOf(node).flatMap((text) => text.split(/\s+/)))].filter((word) => word !== "");
    const entries = words.map((word) => ({
      ...entry(node, word, around),
      words: parts(word),
      forms: formsOf(word),
      beside: words.filter((one) => one !== word).flatMap(formsOf),
      listed: word,
    }));
    sites.push({
      start: node.start,
      end: node.end,
      entries,
      changed: (inner, first) => `WITHOUT_WORD(${first}, ${entries.length}, ${inner})`,
    });
  };

  const addPattern = (node: Node, { pattern }: { pattern: string }, around: Around): void => {
    const forms = [sampleOf(pattern)].filter((form) => form !== "");
    sites.push({
      start: node.start,
      end: node.end,
      entries: [{ ...entry(node, `/${pattern}/`, around), forms }],
      changed: (inner, id) => `(OFF === ${id} ? /(?!)/g : ${inner})`,
    });
  };

  const visitAll = (nodes: readonly Node[], around: Around): void => {
    for (const node of nodes) visit(node, around);
  };

  const visitList = (node: Node, around: Around): void => {
    for (const element of nodesIn(node["elements"])) {
      const inner = { ...around, names: [...around.names, ...calledWith(element)] };
      if (element.type === "SpreadElement") visit(element, around);
      else if (isList(element) && ROW_LISTS.has(around.names.at(-1) ?? "")) addWords(element, around);
      else {
        addOne(element, textOf(element), around, (text, id) => `...(OFF === ${id} ? [] : [${text}])`);
        if (element.type === "ArrayExpression") visitAll(nodesIn(element["elements"]), inner);
        else visit(element, inner);
      }
    }
  };

  const visitProperty = (node: Node, around: Around): void => {
    const key = nameOf(node["key"]);
    const value = node["value"];
    if (NO_FACTS.has(key) || !isNode(value)) return;
    const inner = { ...around, names: [...around.names, key] };
    if (!isList(value) && !HOLDS_ENTRIES.has(value.type))
      addOne(node, textOf(value), inner, (text, id) => `...(OFF === ${id} ? {} : {${text}})`);
    if (isList(value) && !NO_LISTS.has(key)) addWords(value, inner);
    else visit(value, inner);
  };

  const visitCall = (node: Node, around: Around): void => {
    const callee = isNode(node["callee"]) ? node["callee"] : node;
    const takesList = TAKES_LIST.test(textOf(callee));
    for (const argument of nodesIn(node["arguments"]))
      if (isList(argument) || (takesList && stringsOf(argument).length > 0)) addWords(argument, around);
      else visit(argument, around);
    if (isNode(callee["object"])) visitValue(callee["object"], around);
  };

  const visitValue = (node: Node, around: Around): void =>
    isList(node) ? addWords(node, around) : visit(node, around);

  const visit = (node: Node, around: Around): void => {
    const { regex } = node;
    if (isPattern(regex)) addPattern(node, regex, around);
    else if (/Function|Class/.test(node.type))
      visitAll(childrenOf(node), { names: [...around.names, nameOf(node["id"])].filter(Boolean), isData: false });
    else if (node.type === "VariableDeclarator" && isNode(node["init"])) {
      const inner = { ...around, names: [...around.names, nameOf(node["id"])] };
      if (around.isData) visitValue(node["init"], inner);
      else visit(node["init"], inner);
    } else if (!around.isData) visitAll(childrenOf(node), around);
    else if (node.type === "ArrayExpression") visitList(node, around);
    else if (node.type === "Property") visitProperty(node, around);
    else if (node.type === "CallExpression" || node.type === "NewExpression") visitCall(node, around);
    else visitAll(childrenOf(node), around);
  };

  visitAll(nodes, { names: [], isData: true });
  return sites;
}

const childrenOf = (node: Node): readonly Node[] =>
  Object.values(node).flatMap((value) => (isNode(value) ? [value] : nodesIn(value)));

const isPattern = (value: unknown): value is { pattern: string; flags: string } =>
  typeof value === "object" && value !== null && "pattern" in value && "flags" in value;

/** The parts of a text that are written down; none where the node is no text. */
function stringsOf(node: Node): readonly string[] {
  if (node.type === "Literal") return typeof node["value"] === "string" ? [node["value"]] : [];
  if (node.type !== "TemplateLiteral") return [];
  return nodesIn(node["quasis"]).flatMap((quasi) => {
    const { value } = quasi;
    return typeof value === "object" && value !== null && "raw" in value ? [String(value.raw)] : [];
  });
}

/** Whether a node is a list of words; a text with a hole in it is one where the hole stands between spaces. */
function isList(node: Node): boolean {
  const texts = stringsOf(node);
  return texts.some((text) => /\S\s+\S/.test(text)) && texts.every((text, at) => at === 0 || /^(?:\s|$)/.test(text));
}

function textsIn(node: Node): readonly string[] {
  if (node.type === "Property" && NO_FACTS.has(nameOf(node["key"]))) return [];
  const own = stringsOf(node).flatMap((text) => text.split(/\s+/));
  const { regex } = node;
  if (isPattern(regex)) return [...regex.pattern.matchAll(/[\w.-]{3,}/g)].map(([word]) => word);
  return own.length > 0 ? own : childrenOf(node).flatMap(textsIn);
}

/** What a call is given first, where it is a text: the names of a tool. */
const calledWith = (node: Node): readonly string[] =>
  node.type === "CallExpression" ? nodesIn(node["arguments"]).slice(0, 1).flatMap(stringsOf) : [];

/** A word of a list as it stands in a line: `--out:` is `--out`, `delete*` is `delete` or `deletex`, `-C~linker=` is `-C linker=`. */
const formsOf = (word: string): readonly string[] => {
  const text = word.replace(/:$/, "").replaceAll("~", " ");
  return [...new Set([text.replaceAll("*", ""), text.replaceAll("*", "x")])].filter((form) => form !== "");
};
const parts = (word: string): readonly string[] => word.split(/[:*~=]/).filter((part) => part.length > 1);
