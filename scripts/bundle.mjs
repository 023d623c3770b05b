// The library and the command as few files. Node opens all files of a library at once, some hundred more than a careful
// limit allows; and a client of the command waits until Node has read and parsed every byte.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { root } from "./ready.mjs";

// Imported where it is used: on a fresh clone the dependencies are installed after this file is loaded.
const esbuild = () => import("esbuild");

const COMMON = { bundle: true, splitting: true, platform: "node", target: "node20", format: "esm", logLevel: "error" };

/** The source of each of the package's entry points. */
function entryPoints() {
  const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const files = Object.values(exports).flatMap((door) => door.default ?? []);
  return files.map((file) => file.replace(/^\.\/dist\/(.*)\.js$/, "src/$1.ts"));
}

/**
 * Bundles the library. A module is in one file, whichever entry points need it: its state is one. What `src/*.ts` passes
 * on to users is split by the modules it comes from, because a user's bundler leaves out whole files, and little else.
 */
export async function bundleLibrary(outdir) {
  const { build } = await esbuild();
  const options = { ...COMMON, absWorkingDir: root, outbase: "src", outdir, packages: "external", metafile: true };
  const doors = entryPoints();
  const looked = await build({ ...options, entryPoints: doors, write: false });
  const passedOn = doors
    .filter((door) => dirname(door) === "src")
    .flatMap((door) => looked.metafile.inputs[door].imports)
    .flatMap(({ path, external }) => (external ? [] : path));
  const { outputFiles, metafile } = await build({
    ...options,
    entryPoints: [...new Set([...doors, ...passedOn])],
    chunkNames: "chunks/[hash]",
    sourcemap: true,
    write: false,
  });
  const isWanted = (file) => {
    const { entryPoint } = metafile.outputs[file.replace(/\.map$/, "")];
    return entryPoint === undefined || doors.includes(entryPoint);
  };
  for (const { path, contents } of outputFiles.filter(({ path }) => isWanted(relative(root, path)))) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contents);
  }
}

/**
 * Modules of dependencies that the command never runs, and what stands in for each. `file` is matched against the end of
 * the path; one that matches nothing fails the build, so that an update cannot bring a module back unseen.
 */
const LEFT_OUT = [
  {
    why: "zod's error sentences in fifty languages; English has its own module",
    file: /\/zod\/v4\/locales\/index\.js$/,
    instead: 'export { default as en } from "./en.js";',
  },
  {
    why: "the SDK's JSON schema validator; createMcpServer gives it another",
    file: /\/@modelcontextprotocol\/server\/dist\/ajvProvider-[^/]+\.mjs$/,
    instead: `export class n { constructor() { throw new Error("the bundle of nacre has no JSON schema validator"); } }`,
  },
];

/** The plugin that leaves them out. */
const leaveOut = {
  name: "leave-out",
  setup(build) {
    const missing = new Set(LEFT_OUT.map(({ file }) => file));
    for (const { file, instead } of LEFT_OUT) {
      build.onLoad({ filter: file }, () => {
        missing.delete(file);
        return { contents: instead };
      });
    }
    build.onEnd(() => {
      if (missing.size > 0)
        throw new Error(`nothing is left out by ${[...missing].join(", ")}; see scripts/bundle.mjs`);
    });
  },
};

/** Bundles the compiled command, with everything that it needs. What it never runs is left out. */
export async function bundleCommand(entry, outdir) {
  const { build } = await esbuild();
  await build({
    ...COMMON,
    entryPoints: [entry],
    outdir,
    minify: true,
    // Bundled CommonJS packages ask for Node's own modules by require.
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    plugins: [leaveOut],
  });
}

/** Bundles the worker: one file that needs nothing but Node, and that `node -e` can read from a pipe. */
export async function bundleWorker(outfile) {
  const { build } = await esbuild();
  await build({
    ...COMMON,
    splitting: false,
    format: "cjs",
    minify: true,
    absWorkingDir: root,
    entryPoints: ["src/apps/worker/carried.ts"],
    outfile,
  });
}

/** Bundles the page that a browser loads: a script, a style sheet, and what stands as it is. */
export async function bundlePage(outdir) {
  const [{ build }, { minify }] = await Promise.all([esbuild(), import("terser")]);
  const page = join(root, "src", "apps", "page");
  const common = { bundle: true, minify: true, charset: "utf8", target: "es2023", logLevel: "error" };
  // The older form of JSX is shorter: children are arguments, and no runtime of its own is loaded.
  const tsconfigRaw = { compilerOptions: { jsx: "react", jsxFactory: "h", jsxFragmentFactory: "Fragment" } };
  const jsx = { tsconfigRaw, inject: [join(root, "scripts", "page-jsx.mjs")] };
  const script = join(outdir, "page.js");
  await build({ ...common, ...jsx, entryPoints: [join(page, "page-main.tsx")], outfile: script });
  // A second minifier takes another kilobyte off: this one inlines across statements.
  const { code } = await minify(readFileSync(script, "utf8"), { module: true, compress: { passes: 3 } });
  writeFileSync(script, code);
  await build({ ...common, entryPoints: [join(page, "styles", "page.css")], outfile: join(outdir, "page.css") });
  for (const name of ["index.html", "icon.svg"]) copyFileSync(join(page, name), join(outdir, name));
}
