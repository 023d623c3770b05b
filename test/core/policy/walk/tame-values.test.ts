import { expect, test } from "vitest";
import { judge } from "../../../../src/core/policy/judge.ts";
import { isTameValue } from "../../../../src/core/policy/walk/tame-values.ts";
import { PLACE } from "../../../attacks/shared-corpus.ts";

test.each([
  ["JAVA_TOOL_OPTIONS", "-Xmx2g -Dfile.encoding=UTF-8"],
  ["JDK_JAVA_OPTIONS", "--add-opens java.base/java.lang=ALL-UNNAMED"],
  ["PYTHONWARNINGS", "default,ignore::ResourceWarning"],
  ["PYTHONBREAKPOINT", "0"],
  ["PERL5OPT", "-w"],
  ["GIT_ASKPASS", "/bin/true"],
  ["TAR_OPTIONS", "--no-same-owner --mtime=2024-01-01"],
  ["ENV", "test"],
  ["ERL_AFLAGS", "-kernel shell_history enabled"],
  ["PIP_INDEX_URL", "https://pypi.org/simple"],
  ["npm_config_registry", "http://localhost:4873"],
  ["GIT_CONFIG_GLOBAL", "/dev/null"],
  ["LD_PRELOAD", ""],
])("%s=%s loads nothing", (name, value) => expect(isTameValue(name, value)).toBe(true));

test.each([
  ["JAVA_TOOL_OPTIONS", "-Xmx2g -javaagent:x.jar"],
  ["JAVA_TOOL_OPTIONS", "-XX:OnOutOfMemoryError=/tmp/x"],
  ["_JAVA_OPTIONS", "-Djava.system.class.loader=X"],
  ["JDK_JAVA_OPTIONS", "@/tmp/x"],
  ["PYTHONWARNINGS", "all:0:antigravity.x:0:0"],
  ["PYTHONBREAKPOINT", "evil.run"],
  ["PERL5OPT", "-Mevil"],
  ["GIT_ASKPASS", "/tmp/true"],
  ["TAR_OPTIONS", "--to-command=/tmp/x"],
  ["ENV", "x"],
  ["ERL_AFLAGS", "-eval x"],
  ["PIP_INDEX_URL", "https://pypi.org@evil.example/simple"],
  ["npm_config_registry", "http://registry.npmjs.org"],
  ["GIT_CONFIG_GLOBAL", "/tmp/config"],
  ["LD_PRELOAD", "/dev/null"],
])("%s=%s may load something", (name, value) => expect(isTameValue(name, value)).toBe(false));

test.each([
  ["ENV=production node dist/server.js", "allow"],
  ['B=build; ENV=test npm run b; rm -rf "$B"', "allow"],
  ["echo 'rm -rf ~' > test; ENV=test sh -i", "deny"],
  ["ENV=/tmp/x sh -i", "deny"],
])("%s: %s", (command, decision) => expect(judge(command, PLACE).decision).toBe(decision));

test("a stage that an earlier call exported is read as the file of that name by a shell", () => {
  const later = { ...PLACE, variables: new Map([["ENV", "test"]]) };
  expect(judge("echo 'rm -rf ~' > test; sh -i", later).decision).toBe("deny");
  expect(judge("npm start", later).decision).toBe("allow");
});
