import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { docBlocks } from "./support/doc-blocks.ts";
import { insideDir } from "./support/run-source.ts";

const PLAIN = 'import { createToolkit } from "nacre";\nvoid createToolkit().dispose();\n';
const LATER = docBlocks("docs/tools.md", readFileSync("docs/tools.md", "utf8")).at(-1)?.code ?? "";

/** Node 20.19 and 22.12 are the first that `require` ES modules. */
const CAN_REQUIRE = Reflect.get(process.features, "require_module") === true;

type Answer = { readonly said: string; readonly run: () => Promise<string> };

const outputOf = (file: string, args: readonly string[]): Promise<string> =>
  promisify(execFile)(file, args).then(
    ({ stdout, stderr }) => stdout + stderr,
    (error: { stdout?: unknown; stderr?: unknown }) => String(error.stdout) + String(error.stderr),
  );

/** Compiles a source to CommonJS against the built package; what the compiler said, and how to run the result. */
async function compile(source: string, module: string): Promise<Answer> {
  const dir = insideDir();
  writeFileSync(join(dir, "source.cts"), source);
  const compilerOptions = { paths: {}, rootDir: ".", noEmit: false, allowImportingTsExtensions: false, module };
  const resolution = { moduleResolution: module === "nodenext" ? "nodenext" : "node16" };
  const config = { compilerOptions: { ...compilerOptions, ...resolution, verbatimModuleSyntax: false } };
  writeFileSync(
    join(dir, "tsconfig.json"),
    JSON.stringify({ extends: "../../tsconfig.json", ...config, include: ["*.cts"] }),
  );
  const said = await outputOf(join("node_modules", ".bin", "tsc"), ["-p", dir]);
  return { said, run: () => outputOf(process.execPath, [join(dir, "source.cjs")]) };
}

test.each(["node16", "node18"])("a plain import in CommonJS is TS1479 where module is %s", async (module) => {
  expect((await compile(PLAIN, module)).said).toContain("error TS1479");
});

test.each(["node20", "nodenext"])(
  "a plain import in CommonJS compiles where module is %s, and runs",
  async (module) => {
    const { said, run } = await compile(PLAIN, module);
    expect(said).toBe("");
    if (CAN_REQUIRE) expect(await run()).toBe("");
  },
);

test.each(["node16", "node18", "node20", "nodenext"])(
  "the form of the documents for CommonJS compiles where module is %s, and runs",
  async (module) => {
    expect(LATER).toContain("resolution-mode");
    const { said, run } = await compile(LATER, module);
    expect(said).toBe("");
    expect(await run()).toBe("");
  },
);
