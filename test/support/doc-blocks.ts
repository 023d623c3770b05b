/**
 * What is promised of a fenced block: `run` (it compiles and runs), `check` (it compiles; running it needs a key) or
 * `recipe` (it is a file of test/frameworks/recipes, whose tests use it).
 */
export type DocBlock = {
  readonly file: string;
  /** The line its code begins on. */
  readonly line: number;
  readonly promise: (typeof MARKS)[number];
  readonly code: string;
};

const LANGUAGES = ["ts", "js"];
const MARKS = ["run", "check", "recipe"] as const;

/** The marked ts and js blocks of a document. A mark that means nothing is a mistake, not a block that nobody checks. */
export function docBlocks(file: string, markdown: string): readonly DocBlock[] {
  const blocks: DocBlock[] = [];
  let open:
    | { readonly fence: string; readonly info: string; readonly line: number; readonly code: string[] }
    | undefined;
  for (const [index, text] of markdown.split("\n").entries()) {
    const [, fence = "", info = ""] = /^(`{3,}|~{3,})(.*)$/.exec(text) ?? [];
    if (open === undefined) {
      if (fence !== "") open = { fence, info: info.trim(), line: index + 2, code: [] };
    } else if (fence.startsWith(open.fence) && info.trim() === "") {
      const promise = promiseOf(open.info, `${file}:${open.line - 1}`);
      if (promise !== undefined) blocks.push({ file, line: open.line, promise, code: open.code.join("\n") });
      open = undefined;
    } else {
      open.code.push(text);
    }
  }
  if (open !== undefined) throw new Error(`${file}:${open.line - 1}: the block is never closed`);
  return blocks;
}

function promiseOf(info: string, where: string): DocBlock["promise"] | undefined {
  const [language = "", ...marks] = info.split(/\s+/);
  if (!LANGUAGES.includes(language) || marks.length === 0) return undefined;
  const given = marks.join(" ");
  const mark = MARKS.find((one) => one === given);
  if (mark === undefined) throw new Error(`${where}: a block is marked ${MARKS.join(" or ")}, not ${given}`);
  return mark;
}
