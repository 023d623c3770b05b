import { execFile } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { type DocBlock, docBlocks } from "./support/doc-blocks.ts";
import { insideDir, plainSource, runSource, syntaxErrorIn } from "./support/run-source.ts";

const documents = [
  "README.md",
  ...readdirSync("docs", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => join("docs", file)),
];
const blocks = documents.flatMap((file) => docBlocks(file, readFileSync(file, "utf8")));
const nameOf = ({ file, line }: DocBlock): string => `${file}:${line}`;

/** Compiles blocks as a user would, against the built package. What the compiler says names the document's own lines. */
async function compile(given: readonly DocBlock[]): Promise<string> {
  const dir = insideDir();
  // Empty lines before the code: the compiler then counts as the document does.
  for (const [index, { line, code }] of given.entries()) {
    writeFileSync(join(dir, `block-${index}.ts`), `${"\n".repeat(line - 1)}${code}\nexport {};\n`);
  }
  const compilerOptions = { paths: {}, rootDir: "../..", declaration: false };
  writeFileSync(
    join(dir, "tsconfig.json"),
    JSON.stringify({ extends: "../../tsconfig.json", compilerOptions, include: ["*.ts"] }),
  );
  const said = await promisify(execFile)(join("node_modules", ".bin", "tsc"), ["-p", dir]).then(
    () => "",
    (error: { stdout?: unknown }) => String(error.stdout),
  );
  return said.replace(/\S*block-(\d+)\.ts/g, (name, index: string) => given[Number(index)]?.file ?? name);
}

test("documents have blocks that are checked", () => {
  expect(blocks.filter(({ promise }) => promise === "run").length).toBeGreaterThan(0);
});

test("every marked block of the documents compiles against the built package", async () => {
  expect(await compile(blocks.filter(({ promise }) => promise !== "recipe"))).toBe("");
});

test("the recipes of the documents are the files that npm run test:frameworks compiles and runs", () => {
  const dir = "test/frameworks/recipes";
  const told = blocks.filter(({ promise }) => promise === "recipe").map(({ code }) => `${code}\n`);
  const tested = readdirSync(dir).map((name) => readFileSync(join(dir, name), "utf8"));
  expect(told.toSorted()).toEqual(tested.toSorted());
});

const {
  engines: { node: engines },
}: { engines: { node: string } } = JSON.parse(readFileSync("package.json", "utf8"));
const oldestNode = engines.replace(">=", "node");

test.each(blocks.map((block) => [nameOf(block), block.code]))(
  "the block at %s has only syntax that the oldest supported Node reads",
  async (_where, code) => {
    expect(await syntaxErrorIn(code)).toBe("");
    // Also where the tests run on a newer Node: nothing in it has to be rewritten for the oldest.
    expect(await plainSource(code, oldestNode)).toBe(await plainSource(code));
  },
);

test.each(blocks.filter(({ promise }) => promise === "run").map((block) => [nameOf(block), block.code]))(
  "the block at %s runs",
  async (_where, code) => {
    const { code: exitCode, stderr } = await runSource(code);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  },
);

test("only marked blocks are promised anything", () => {
  const text = "```ts\nno\n```\n```sh run\nno\n```\n````md\n```ts run\nno\n```\n````\n```js run\nyes();\n```\n";
  expect(docBlocks("a.md", text)).toEqual([{ file: "a.md", line: 13, promise: "run", code: "yes();" }]);
});

test("a mark that means nothing, and a block that never ends, are mistakes", () => {
  expect(() => docBlocks("a.md", "\n```ts runs\n```\n")).toThrow("a.md:2:");
  expect(() => docBlocks("a.md", "```ts run\nx\n")).toThrow("a.md:1:");
});

test("a block that does not compile is found, by its document and line", async () => {
  const block = { file: "a.md", line: 5, promise: "check", code: 'import { no } from "nacre";\nno();' } as const;
  expect(await compile([block])).toMatch(/^a\.md\(5,10\): error/);
});

test("a block that the oldest supported Node cannot read is found", async () => {
  const block = "await using kit = open();";
  expect(await plainSource(block, oldestNode)).not.toBe(await plainSource(block));
  expect(await syntaxErrorIn("/(/;")).toContain("SyntaxError");
});

test("a block that throws is found", async () => {
  expect(await runSource('throw new Error("no");')).toMatchObject({ code: 1, stderr: expect.stringContaining("no") });
});
