// npm run bench [-- NAME…]: each benchmark in a process of its own, bundled from TypeScript, ratios in one interleaved run.
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureDependencies, isBuildStale, root, run } from "./ready.mjs";

await ensureDependencies();
if (isBuildStale()) run(process.execPath, [join(root, "scripts", "build.mjs")]);
const asked = process.argv.slice(2);
const names = readdirSync(join(root, "bench"))
  .map((file) => file.replace(/\.ts$/, ""))
  .filter((name) => name !== "measure");
const unknown = asked.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`no benchmark ${unknown.join(", ")}; there are ${names.join(", ")}\n`);
  process.exit(2);
}
const out = join(root, "node_modules", ".nacre-bench");
mkdirSync(out, { recursive: true });
let failed = 0;
for (const name of asked.length > 0 ? asked : names) {
  console.log(`\n── ${name}`);
  const file = join(out, `${name}.mjs`);
  run(join(root, "node_modules", ".bin", "esbuild"), [
    join(root, "bench", `${name}.ts`),
    "--bundle",
    "--packages=external",
    "--platform=node",
    "--format=esm",
    `--outfile=${file}`,
    `--define:import.meta.url=${JSON.stringify(new URL(`../bench/${name}.ts`, import.meta.url).href)}`,
    "--log-level=error",
  ]);
  failed += spawnSync(process.execPath, ["--expose-gc", file], { cwd: root, stdio: "inherit" }).status === 0 ? 0 : 1;
}
rmSync(out, { recursive: true, force: true });
process.exit(failed === 0 ? 0 : 1);
