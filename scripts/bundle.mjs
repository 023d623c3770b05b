// The command as few files. A client waits for its start, and Node reads and parses every byte before the first answer:
// what the command never runs is left out.

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

/** Bundles a compiled entry point into a directory. */
export async function bundle(entry, outdir) {
  // Imported here: on a fresh clone the dependencies are installed after this file is loaded.
  const { build } = await import("esbuild");
  await build({
    entryPoints: [entry],
    outdir,
    bundle: true,
    splitting: true,
    minify: true,
    platform: "node",
    target: "node20",
    format: "esm",
    // Bundled CommonJS packages ask for Node's own modules by require.
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    plugins: [leaveOut],
    logLevel: "error",
  });
}
