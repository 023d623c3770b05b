// The packed tarball, installed into an empty project without scripts: what a user gets.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./ready.mjs";

const dir = mkdtempSync(join(tmpdir(), "nacre-pack-"));
const quiet = { stdio: ["ignore", "pipe", "inherit"], encoding: "utf8" };
try {
  execFileSync("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", dir], { ...quiet, cwd: root });
  const tarball = readdirSync(dir).find((file) => file.endsWith(".tgz"));
  if (tarball === undefined) throw new Error("npm pack made no tarball");
  const project = mkdtempSync(join(dir, "project-"));
  writeFileSync(join(project, "package.json"), '{ "name": "empty", "private": true, "type": "module" }\n');
  execFileSync(
    "npm",
    [
      "install",
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      "--loglevel=error",
      "--prefer-offline",
      join(dir, tarball),
    ],
    { ...quiet, cwd: project },
  );
  writeFileSync(
    join(project, "use.mjs"),
    `import { createToolkit } from "nacre";
const kit = createToolkit({ workingDir: process.cwd(), stateDir: process.cwd() + "/state", loginShell: false });
const result = await kit.call("Bash", { command: "echo installed" });
await kit.dispose();
if (result.output !== "installed\\n") throw new Error(JSON.stringify(result));
`,
  );
  execFileSync(process.execPath, ["use.mjs"], { ...quiet, cwd: project });
  const help = execFileSync("npx", ["--no-install", "nacre", "--help"], { ...quiet, cwd: project });
  if (!help.includes("nacre run")) throw new Error(`nacre --help does not teach:\n${help}`);
  const ran = execFileSync("npx", ["--no-install", "nacre", "run", "--", "echo from the tarball"], {
    ...quiet,
    cwd: project,
  });
  if (ran !== "from the tarball\n") throw new Error(`nacre run printed ${JSON.stringify(ran)}`);
  console.log("the tarball installs into an empty project and works: 1 library call, nacre --help, nacre run");
} finally {
  rmSync(dir, { recursive: true, force: true });
}
