import { forEachChild, type ParsedScript, parse, type SyntaxNode } from "unbash";
import { LONGEST_COMMAND } from "../../base/limits.ts";

/** What the parser made of a text: a tree, and every reason not to trust it. */
export type Syntax = {
  readonly script: ParsedScript;
  /** What bash itself would reject. */
  readonly errors: readonly SyntaxProblem[];
  /** Where this parser and bash are known to disagree: the tree may hide something. */
  readonly doubts: readonly SyntaxProblem[];
};

type SyntaxProblem = { readonly message: string; readonly at: number };

const EMPTY: ParsedScript = { type: "Script", pos: 0, end: 0, shebang: undefined, commands: [] };

/** The most nodes that are visited; no user reads a command this long. */
const MAX_NODES = 60_000;

/**
 * A text up to this length is read whatever its shape. A longer one is long because of a file that it carries, in a
 * here-document or in quotes, and has few nodes; one with many would take the walk minutes.
 */
const ANY_SHAPE = 64 * 1024;
const MAX_NODES_OF_LONG = 8000;
/** The parser searches the rest of the text for the end of each here-document, and twice for that of each open `$((` or `$[`. */
const MAX_HEREDOCS_OF_LONG = 1000;
const MAX_ARITHMETIC_OF_LONG = 4;
const MAX_OPEN_ARITHMETIC = 4;

/** bash refuses a line with more than sixteen, and the parser looks through all of them at each. */
const MAX_HEREDOCS_OF_LINE = 1000;

/** Never throws. A text that is too much for the parser comes back with a doubt, and with the tree of its beginning. */
export function parseSyntax(text: string): Syntax {
  const open = openArithmetic(text);
  if (open !== -1) return beginning(text, { message: "arithmetic is left open", at: open });
  const crowd = crowdedLine(text);
  if (crowd !== -1) return beginning(text, { message: "too many here-documents in one line", at: crowd }, parseSyntax);
  if (text.length <= ANY_SHAPE) return readAll(text);
  const whole = isReadable(text) ? read(text, MAX_NODES_OF_LONG) : undefined;
  if (whole !== undefined && whole.nodes <= MAX_NODES_OF_LONG) return whole;
  return beginning(text, { message: "too long to read", at: ANY_SHAPE });
}

/** The tree of what stands before a problem. Errors there may be made by the cut. */
const beginning = (text: string, doubt: SyntaxProblem, reading: (text: string) => Syntax = readAll): Syntax => ({
  script: reading(text.slice(0, doubt.at)).script,
  errors: [],
  doubts: [doubt],
});

const readAll = (text: string): Syntax => read(text, MAX_NODES);

/** Where a line has one here-document too many, or -1. */
function crowdedLine(text: string): number {
  if (hasAtMost(MAX_HEREDOCS_OF_LINE, "<<", text)) return -1;
  let start = 0;
  for (const line of text.split("\n")) {
    const pieces = line.split("<<", MAX_HEREDOCS_OF_LINE + 2);
    if (pieces.length > MAX_HEREDOCS_OF_LINE + 1) return start + pieces.slice(0, -1).join("<<").length;
    start += line.length + 1;
  }
  return -1;
}

/**
 * Where one `$((` or `$[` too many is left open, or -1. Each costs the parser and the walk the rest of the text several
 * times over, and bash refuses such a text unless it is only data.
 */
function openArithmetic(text: string): number {
  const places = ARITHMETIC_ENDS.map((ends) => openPlace(text, ends)).filter((at) => at !== -1);
  return places.length === 0 ? -1 : Math.min(...places);
}

const ARITHMETIC_ENDS = [
  { open: "$((", close: "))" },
  { open: "$[", close: "]" },
];

function openPlace(text: string, { open, close }: (typeof ARITHMETIC_ENDS)[number]): number {
  const first = text.indexOf(open);
  if (first === -1) return -1;
  const behind = text.slice(first).split(open);
  const opened = behind.length - 1;
  if (opened <= MAX_OPEN_ARITHMETIC || opened - (text.slice(first).split(close).length - 1) <= MAX_OPEN_ARITHMETIC)
    return -1;
  const kept = behind.slice(0, MAX_OPEN_ARITHMETIC + 1);
  return first + kept.join(open).length;
}

const isReadable = (text: string): boolean =>
  text.length <= LONGEST_COMMAND &&
  hasAtMost(MAX_HEREDOCS_OF_LONG, "<<", text) &&
  hasAtMost(MAX_ARITHMETIC_OF_LONG, "$((", text);

const hasAtMost = (most: number, piece: string, text: string): boolean =>
  text.split(piece, most + 2).length <= most + 1;

type CountedSyntax = Syntax & { readonly nodes: number };

function read(text: string, maxNodes: number): CountedSyntax {
  const readable = withoutOpenEscape(text);
  try {
    const script = parse(readable);
    return { script, ...problemsOf(script, readable, maxNodes) };
  } catch (error) {
    // The parser recurses: a deep text overflows its stack.
    if (!(error instanceof RangeError)) throw error;
    const doubts = [{ message: "nested too deeply to read", at: 0 }];
    return { script: EMPTY, errors: [], doubts, nodes: Number.POSITIVE_INFINITY };
  }
}

/** bash drops a backslash that stands before the end of the text; the parser would keep it as a letter. */
const withoutOpenEscape = (text: string): string =>
  /(?<!\\)(?:\\\\)*\\$/.test(text.slice(-64)) ? text.slice(0, -1) : text;

function problemsOf(script: ParsedScript, source: string, maxNodes: number): Omit<CountedSyntax, "script"> {
  const errors: SyntaxProblem[] = [];
  const doubts: SyntaxProblem[] = [];
  let nodes = 0;
  const visit = (node: SyntaxNode): void => {
    if (++nodes > maxNodes) return;
    if (node.type === "Script") {
      for (const error of node.errors ?? []) errors.push({ message: error.message, at: error.pos });
    }
    const doubt = doubtOf(node) ?? continuedName(node, source) ?? continuedWord(node, source);
    if (doubt !== undefined) doubts.push({ message: doubt, at: node.pos });
    forEachChild(node, visit);
  };
  visit(script);
  if (nodes > maxNodes) doubts.push({ message: "too many parts to read", at: 0 });
  const glued = gluedCloseAt(source);
  if (glued !== undefined) doubts.push({ message: "a command is glued to a closed descriptor", at: glued });
  return { errors, doubts, nodes };
}

const PLAIN_DESCRIPTOR = /^(-|\d+-?|[A-Za-z_./~][\w./~-]*)$/;
const HIDDEN_EXPANSION = /(?<!\\)(?:\\\\)*(?:\$\(|`|<\(|>\(|\$\{|\$\[)/;

const EARLY_CLOSE = /;;|\besac\b|\bcase\b/;
const textOf = (node: { readonly text: string } | { readonly body: string }): string =>
  "text" in node ? node.text : node.body;

/** bash joins lines before it reads a variable's name: `$a`, a continuation, `b` is the variable `ab`. */
function continuedName(node: SyntaxNode, source: string): string | undefined {
  if (node.type !== "SimpleExpansion" || !source.startsWith("\\\n", node.end)) return undefined;
  return /\w/.test(source.charAt(node.end + 2)) ? "a variable's name goes on in the next line" : undefined;
}

/** `<(a)b` is one word to bash and two to the parser, also where a line break is escaped in between. */
function continuedWord(node: SyntaxNode, source: string): string | undefined {
  if (node.type !== "ProcessSubstitution" || !/[^\s;&|<>()`]/.test(source.charAt(node.end))) return undefined;
  return "a word goes on behind a process substitution";
}

type Doubt = { readonly doubt: string; readonly holds: (node: SyntaxNode) => boolean };

/** Nodes that the parser is known to read differently from bash: each is a doubt. */
function doubtOf(node: SyntaxNode): string | undefined {
  return DOUBTS.get(node.type)?.find(({ holds }) => holds(node))?.doubt;
}

const ARITHMETIC: Doubt = {
  // bash takes `$(( … ) … )` for a substitution as soon as a bracket closes early, as a case pattern does.
  doubt: "arithmetic may be commands",
  holds: (node) =>
    (node.type === "ArithmeticExpansion" || node.type === "ArithmeticCommand") && EARLY_CLOSE.test(textOf(node)),
};

const UNREAD: Doubt = {
  doubt: "an expansion was not taken apart",
  holds: (node) =>
    (node.type === "Literal" || (node.type === "Word" && node.parts === undefined)) && HIDDEN_EXPANSION.test(node.text),
};

/** By the kind of node: most kinds have none. */
const DOUBTS: ReadonlyMap<SyntaxNode["type"], readonly Doubt[]> = new Map([
  [
    "Redirect",
    [
      {
        // bash 5.2 expands the word behind >& twice, single quotes or not; and it ends <&- at the dash.
        doubt: "the target of a descriptor copy is not plain",
        holds: (node) =>
          node.type === "Redirect" &&
          (node.operator === ">&" || node.operator === "<&") &&
          node.target !== undefined &&
          !PLAIN_DESCRIPTOR.test(node.target.text),
      },
    ],
  ],
  [
    "Assignment",
    [
      {
        // The tree lacks its substitutions.
        doubt: "an array value runs into other text",
        holds: (node) => node.type === "Assignment" && node.value.type === "Word" && node.value.text.startsWith("("),
      },
    ],
  ],
  [
    "HereDoc",
    [
      {
        // bash reads to the end of the text and only warns: the author may have meant another end.
        doubt: "a here-document is not closed",
        holds: (node) => node.type === "HereDoc" && node.closing === undefined,
      },
    ],
  ],
  [
    "CommandExpansion",
    [
      {
        // Inside `${x/…/…}` the parser may cut a substitution at its first slash, and says nothing.
        doubt: "a substitution is cut off",
        holds: (node) => node.type === "CommandExpansion" && !/[)`}]$/.test(node.text),
      },
    ],
  ],
  ["ArithmeticExpansion", [ARITHMETIC]],
  ["ArithmeticCommand", [ARITHMETIC]],
  ["Literal", [UNREAD]],
  ["Word", [UNREAD]],
]);

/** `2>&-cmd`: bash closes the descriptor and runs `cmd`. */
function gluedCloseAt(source: string): number | undefined {
  const match = /[<>]&-[^\s;&|<>()0-9]/.exec(source);
  return match?.index;
}

/** The most texts that are kept. */
const MAX_TEXTS = 256;

/** Parses each text of one judgement once: the walk compares functions by identity, so a loop must find the same trees again. */
export class SyntaxReader {
  readonly #read = new Map<string, Syntax>();

  read(text: string): Syntax {
    const known = this.#read.get(text);
    if (known !== undefined) return known;
    const syntax = parseSyntax(text);
    if (this.#read.size < MAX_TEXTS) this.#read.set(text, syntax);
    return syntax;
  }
}
