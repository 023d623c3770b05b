// src/ → dist/. The library by the compiler, so that types and code come from one place; the command as few bundled
// files, because a client waits for its start: hundreds of small files cost it more than all the rest.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { ensureDependencies, root, run } from "./ready.mjs";

ensureDependencies();
rmSync(join(root, "dist"), { recursive: true, force: true });
run(join(root, "node_modules", ".bin", "tsc"), ["-p", "tsconfig.build.json"]);
run(join(root, "node_modules", ".bin", "esbuild"), [
  "dist/apps/cli/main.js",
  "--bundle",
  "--splitting",
  "--minify-syntax",
  "--minify-whitespace",
  "--platform=node",
  "--target=node20",
  "--format=esm",
  "--outdir=dist/cli",
  // Bundled CommonJS packages ask for Node's own modules by require.
  "--banner:js=import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  "--log-level=error",
]);
