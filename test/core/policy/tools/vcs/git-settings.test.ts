import { describe, expect, test } from "vitest";
import { acts, shell, writes } from "../../../../../src/core/policy/tools/effect.ts";
import { gitConfig, settingForOneCall } from "../../../../../src/core/policy/tools/vcs/git-settings.ts";
import { callOf } from "../../../../support/tool-call.ts";

describe("a setting for one call", () => {
  test.each([
    ["core.pager=./x", [shell("./x"), acts("run-helper", "core.pager")]],
    ["core.pager=less", []],
    ["alias.x=!ls", [shell("ls"), acts("run-helper", "alias.x")]],
    ["alias.x=status", []],
    ["user.name=me", []],
    ["safe.directory=*", []],
    ["protocol.file.allow=always", []],
    ["protocol.ext.allow=always", [acts("run-helper", "protocol.ext.allow")]],
  ])("%s", (pair, effects) => {
    expect(settingForOneCall(pair)).toEqual(effects);
  });
});

describe("git config", () => {
  test.each([
    ["config core.pager ./x", [shell("./x"), acts("write-guard", "core.pager")]],
    ["config set core.pager ./x", [shell("./x"), acts("write-guard", "core.pager")]],
    ["config --global user.name me", [acts("write-outside", "the user's git settings")]],
    ["config --global x.y z", [acts("write-startup", "x.y")]],
    ["config -f other user.name me", [writes("other")]],
    ["config edit", [acts("write-guard")]],
    ["config user.name me", []],
    ["config --get core.pager", []],
    ["config list", []],
    ["config core.pager", []],
  ])("%s", (line, effects) => {
    expect(gitConfig(callOf(line))).toEqual(effects);
  });
});
