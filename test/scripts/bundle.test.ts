import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { expect, test } from "vitest";

type Door = { readonly types: string; readonly default: string };

const { exports }: { exports: Record<string, Door | string> } = JSON.parse(readFileSync("package.json", "utf8"));
const DOORS = Object.entries(exports).flatMap(([name, door]) =>
  typeof door === "string" ? [] : [{ name: join("nacre", name), file: door.default }],
);

/** The modules that are in a file of the library, by its source map. */
function modulesIn(file: string): readonly string[] {
  const { sources }: { sources: readonly string[] } = JSON.parse(readFileSync(file, "utf8"));
  return sources.map((source) => join(dirname(file), source));
}

test("a module is in one file of the library, and its source in the map of that file", () => {
  const files = ["dist", "dist/adapters", "dist/chunks"].flatMap((directory) =>
    readdirSync(directory).map((name) => join(directory, name)),
  );
  const modules = files.filter((file) => file.endsWith(".js.map")).flatMap(modulesIn);
  expect(modules).toContain("src/core/base/fault.ts");
  expect(modules.filter((module, at) => modules.indexOf(module) !== at)).toEqual([]);
});

/** Runs a script of Node that knows the files of some entry points as `files`. Returns what it says. */
const run = (files: readonly string[], script: string, before = ""): unknown => {
  const code = `const files = ${JSON.stringify(files.map((file) => join(process.cwd(), file)))}; ${script}`;
  const words = ["-c", `${before} exec "$0" --input-type=module -e "$1"`, process.execPath, code];
  return JSON.parse(execFileSync("sh", words, { encoding: "utf8" }));
};

test("what two entry points export is one thing", () => {
  const script = `const opened = await Promise.all(files.map((file) => import(file)));
    const all = opened.flatMap((names) => Object.entries(names));
    const twice = all.filter(([name], at) => all.findIndex(([other]) => other === name) < at);
    const split = twice.filter(([name, value]) => all.some(([other, it]) => other === name && it !== value));
    console.log(JSON.stringify({ twice: twice.map(([name]) => name).sort(), split }));`;
  const files = DOORS.map(({ file }) => file);
  expect(run(files, script)).toEqual({ twice: ["Fault", "isFault", "judge"], split: [] });
});

// @langchain/core has more files of its own than that.
test.each(DOORS.filter(({ name }) => name !== "nacre/langchain"))(
  "$name is imported where a process may open 110 files",
  ({ file }) => {
    const script = "console.log(Object.keys(await import(files[0])).length)";
    expect(run([file], script, "ulimit -n 110;")).toBeGreaterThan(0);
  },
);

/** How large a user's bundle is that takes one name from this file. */
async function sizeWith(name: string, file: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: `export { ${name} } from "./${file}";`, resolveDir: process.cwd() },
    bundle: true,
    minify: true,
    write: false,
    packages: "external",
    platform: "node",
    format: "esm",
    logLevel: "error",
  });
  return outputFiles[0]?.contents.length ?? Number.NaN;
}

test.each(["isFault", "ToolRegistry", "WORDS", "judge", "createToolkit"])(
  "a user's bundle of %s has no more of the library than it needs",
  async (name) => {
    expect(await sizeWith(name, "dist/index.js")).toBeLessThan(1.05 * (await sizeWith(name, "src/index.ts")));
  },
);
