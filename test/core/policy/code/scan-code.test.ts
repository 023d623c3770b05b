import { expect, test } from "vitest";
import { judge } from "../../../../src/core/policy/judge.ts";
import { PLACE } from "../../../attacks/shared-corpus.ts";

const rulesOf = (command: string): readonly string[] => judge(command, PLACE).findings.map(({ rule }) => rule);

test.each([
  [`python3 -c 'import os; os.system("rm -rf /etc")'`, "delete-vital"],
  [`python3 -c 'import subprocess; subprocess.run(["rm", "-rf", "/etc"])'`, "delete-vital"],
  [`python3 -c 'import shutil; shutil.rmtree("/etc")'`, "delete-vital"],
  [`node -e 'require("fs").writeFileSync("/etc/passwd", "")'`, "write-vital"],
  [`python3 -c 'print(open("/home/dev/.ssh/id_rsa").read())'`, "read-secret"],
  [`node -e 'fetch("https://a.example/x")'`, "network"],
  [`awk 'BEGIN { system("rm -rf /etc") }'`, "delete-vital"],
  [`python3 -c '${"#".repeat(65_000)}${"x".repeat(600)}'`, "too-long"],
  [`python3 -c 'import os; os.system("rm -rf " + os.environ["HOME"])'`, "delete-home"],
  [`python3 -c 'import os; os.system("rm -rf %s" % os.environ["HOME"])'`, "delete-home"],
  [`python3 -c 'import os; os.system("rm -rf {}".format(os.getenv("HOME")))'`, "delete-home"],
  [`python3 -c 'import os; os.system("rm -rf " + d)'`, "delete-unknown"],
  [`node -e 'execSync("rm -rf " + os.homedir())'`, "delete-home"],
  [`node -e 'execSync(\`rm -rf \${process.env["HOME"]}\`)'`, "delete-home"],
  [`ruby -e 'system("rm -rf #{ENV["HOME"]}")'`, "delete-home"],
  [`php -r 'exec("rm -rf " . getenv("HOME"));'`, "delete-home"],
  [`lua -e 'os.execute("rm -rf " .. os.getenv("HOME"))'`, "delete-home"],
  [`groovy -e '"rm -rf \${System.getenv("HOME")}".execute()'`, "delete-home"],
  [`Rscript -e 'system(paste0("rm -rf ", Sys.getenv("HOME")))'`, "delete-home"],
  [`elixir -e 'System.cmd("sh", ["-c", "rm -rf " <> System.user_home!()])'`, "delete-home"],
  [`deno eval 'await Deno.remove(Deno.env.get("HOME"), { recursive: true })'`, "delete-home"],
  [`python3 -c 'import tempfile, shutil; d = tempfile.mkdtemp(); d = a; shutil.rmtree(d)'`, "delete-unknown"],
  [`ruby -e 'exec %q(rm -rf ~).strip'`, "delete-home"],
  [`perl -e 'system(q{rm -rf /usr})'`, "delete-vital"],
  [`python3 -c 'import site; open(site.getusersitepackages() + "/x.pth", "w")'`, "write-startup"],
  [`tclsh <<< 'exec sh -c "rm -rf $env(HOME)"'`, "delete-home"],
  [`tclsh <<< 'puts [exec sh -c {rm -rf ~}]'`, "delete-home"],
])("code that does harm: %s", (command, rule) => {
  expect(rulesOf(command)).toContain(rule);
});

test.each([
  `python3 -c 'print("rm -rf /etc")'`,
  `node -e 'console.log(require("fs").readFileSync("package.json", "utf8"))'`,
  `awk '{ print $1 }' a.txt`,
  `python3 -c 'print("rm -rf " + name)'`,
  `python3 -c 'import tempfile, shutil; d = tempfile.mkdtemp(); shutil.rmtree(d)'`,
  `node -e 'const d = fs.mkdtempSync("x"); fs.rmSync(d, { recursive: true })'`,
  `groovy -e 'println "a \${x.get("b")} c"'`,
])("code that does none: %s", (command) => {
  expect(rulesOf(command)).toEqual(["ordinary"]);
});

test("what code prints is what a pipe hands on", () => {
  expect(rulesOf(`python3 -c 'print("rm -rf /etc")' | sh`)).toContain("delete-vital");
});
