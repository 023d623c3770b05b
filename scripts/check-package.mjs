// The packed tarball, checked and installed into an empty project without scripts: what a user gets.
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./ready.mjs";

const { exports, peerDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const peers = Object.keys(peerDependencies);
const bin = (name) => join(root, "node_modules", ".bin", name);

/** Runs a program and gives back what it printed; what it printed is in the error when it fails. */
function output(file, args, cwd) {
  try {
    return execFileSync(file, args, { cwd, stdio: ["ignore", "pipe", "pipe"], encoding: "utf8" });
  } catch (error) {
    throw new Error(`${file} ${args.join(" ")} failed (${error.status})\n${error.stdout}${error.stderr}`);
  }
}

function check(fact, holds, shown = "") {
  if (!holds) throw new Error(`not true: ${fact}\n${shown}`);
}

const dir = mkdtempSync(join(tmpdir(), "nacre-pack-"));
try {
  const tarball = pack();
  output(bin("publint"), ["run", tarball, "--strict"], root);
  output(bin("attw"), [tarball, "--profile", "esm-only"], root);
  const project = install(tarball);
  useWithoutPeers(project);
  useTypes(project);
  useWithPeers(project);
  useCommand(project);
  const doors = Object.keys(exports).length - 1;
  console.log(
    `the tarball is well formed and works in an empty project: ${doors} entry points, their types, the adapters' examples, the command`,
  );
} finally {
  rmSync(dir, { recursive: true, force: true });
}

function pack() {
  output("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", dir], root);
  const name = readdirSync(dir).find((file) => file.endsWith(".tgz"));
  if (name === undefined) throw new Error("npm pack made no tarball");
  return join(dir, name);
}

function install(tarball) {
  const project = mkdtempSync(join(dir, "project-"));
  writeFileSync(join(project, "package.json"), '{ "name": "empty", "private": true, "type": "module" }\n');
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "--prefer-offline"];
  output("npm", ["install", ...quiet, tarball], project);
  const brought = peers.filter((name) => existsSync(join(project, "node_modules", name)));
  check("no framework is installed that nobody asked for", brought.length === 0, brought.join(", "));
  return project;
}

/** A library call, and every entry point: the one that needs a framework says which. */
function useWithoutPeers(project) {
  const paths = Object.keys(exports).filter((path) => path !== "./package.json");
  writeFileSync(
    join(project, "use.mjs"),
    `import { createToolkit } from "nacre";
const kit = createToolkit({ workingDir: process.cwd(), stateDir: process.cwd() + "/state", loginShell: false });
const result = await kit.call("Bash", { command: "echo installed" });
await kit.dispose();
const doors = {};
for (const path of ${JSON.stringify(paths)}) {
  doors[path] = await import("nacre" + path.slice(1)).then((names) => Object.keys(names).length > 0, (error) => error.message);
}
console.log(JSON.stringify({ result, doors }));
`,
  );
  const { result, doors } = JSON.parse(output(process.execPath, ["use.mjs"], project));
  check("the library runs a command", result.output === "installed\n", JSON.stringify(result));
  for (const [path, loaded] of Object.entries(doors)) {
    const needs = path === "./langchain" ? "@langchain/core" : undefined;
    check(
      `${path} loads, or names what it needs`,
      needs === undefined ? loaded === true : String(loaded).includes(needs),
      loaded,
    );
  }
}

/** Our declarations compile by themselves, under the strictest eyes: a library check is on. */
function useTypes(project) {
  writeFileSync(
    join(project, "types.ts"),
    `import { createToolkit, type ToolResult } from "nacre";
import { aiTools } from "nacre/ai-sdk";
import { anthropicTools } from "nacre/anthropic";
import { createMcpServer } from "nacre/mcp";
import { openaiAgentsTools } from "nacre/openai-agents";
import { openaiTools } from "nacre/openai";
import { judge, type Decision } from "nacre/policy";
const kit = createToolkit({ sandbox: "none" });
const result: ToolResult = await kit.call("Bash", { command: "true" });
const decision: Decision = judge("ls", { cwd: "/w", home: "/h", workspace: "/w" }).decision;
// @ts-expect-error the options are typed
createToolkit({ sandbox: "everything" });
// @ts-expect-error nothing deeper is reachable
type Deeper = import("nacre/dist/core/base/fault.js");
console.log(result, decision, aiTools(kit), anthropicTools(kit), openaiTools(kit), openaiAgentsTools(kit), createMcpServer(kit));
`,
  );
  compile(project, { files: ["types.ts"], compilerOptions: { skipLibCheck: false } });
}

/** The adapters' examples, compiled and run against the installed package and the real frameworks. */
function useWithPeers(project) {
  // The frameworks of this repository, whatever they need found beside them.
  for (const name of peers.filter((peer) => existsSync(join(root, "node_modules", peer)))) {
    mkdirSync(join(project, "node_modules", name, ".."), { recursive: true });
    symlinkSync(join(root, "node_modules", name), join(project, "node_modules", name));
  }
  cpSync(join(root, "examples", "adapters"), join(project, "examples"), { recursive: true });
  compile(project, { include: ["examples"], compilerOptions: { noEmit: false, outDir: "built", rootDir: "examples" } });
  const built = readdirSync(join(project, "built")).filter((name) => name.endsWith(".js"));
  check("every adapter's example was compiled", built.length === 5, built.join(", "));
  for (const name of built) output(process.execPath, [join("built", name)], project);
}

function compile(project, { compilerOptions, ...rest }) {
  const config = {
    compilerOptions: {
      target: "ES2022",
      lib: ["ES2023", "ESNext.Disposable"],
      module: "NodeNext",
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      skipLibCheck: true,
      types: ["node"],
      typeRoots: [join(root, "node_modules", "@types")],
      ...compilerOptions,
    },
    ...rest,
  };
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify(config));
  output(bin("tsc"), ["-p", "."], project);
}

function useCommand(project) {
  const nacre = (...args) => output("npx", ["--no-install", "nacre", ...args], project);
  const help = nacre("--help");
  check("nacre --help teaches", help.includes("nacre run"), help);
  const ran = nacre("run", "--", "echo from the tarball");
  check("nacre run runs", ran === "from the tarball\n", JSON.stringify(ran));
}
