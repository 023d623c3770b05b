// npm test: everything that must hold before a change lands, from a fresh clone.
import { join } from "node:path";
import { ensureDependencies, ensureSystemPackages, root, run } from "./ready.mjs";

const bin = (name) => join(root, "node_modules", ".bin", name);
const step = (title, file, args) => {
  process.stderr.write(`\n── ${title}\n`);
  run(file, args);
};

await ensureDependencies();
ensureSystemPackages({
  bash: "bash",
  perl: "perl-base",
  git: "git",
  bwrap: "bubblewrap",
  setpriv: "util-linux",
  script: "bsdutils",
  chromium: "chromium",
  vi: "vim-tiny",
});
step("lint", bin("oxlint"), ["--type-aware", "--deny-warnings"]);
step("format", bin("biome"), ["check", "."]);
step("types", bin("tsc"), ["-p", "tsconfig.json"]);
step("types of the page", bin("tsc"), ["-p", join("src", "apps", "page")]);
step("unused", bin("knip"), ["--no-config-hints"]);
step("unused by the product", bin("knip"), ["--no-config-hints", "--production"]);
step("build", process.execPath, [join(root, "scripts", "build.mjs")]);
step("tests", bin("vitest"), ["run", "--coverage", ...process.argv.slice(2)]);
step("package", process.execPath, [join(root, "scripts", "check-package.mjs")]);
