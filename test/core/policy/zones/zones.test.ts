import { describe, expect, test } from "vitest";
import { ANY, FULL, STAR } from "../../../../src/core/policy/values/abstract-text.ts";
import { resolvePath, zoneOf } from "../../../../src/core/policy/zones/zones.ts";

const GROUND = { home: "/home/dev", workspaces: ["/home/dev/app"], hosts: ["api.example.com"] };

describe("zones", () => {
  test.each([
    ["/", "vital"],
    ["/etc/x", "vital"],
    ["/usr", "vital"],
    ["/opt", "vital"],
    ["/opt/x", "outside"],
    ["/data", "outside"],
    [`/${STAR}`, "vital"],
    [`/${ANY}`, "vital"],
    ["/home", "vital"],
    ["/home/other", "vital"],
    ["/home/other/x", "outside"],
    ["/home/dev", "home-root"],
    [`/home/dev/${STAR}`, "home-root"],
    ["/home/dev/Documents", "home-root"],
    ["/home/dev/x", "home"],
    ["/home/dev/.bashrc", "startup"],
    ["/home/dev/.local/bin/git", "startup"],
    ["/home/dev/.local/bin/mine", "home"],
    ["/home/dev/.claude/x", "guard"],
    ["/home/dev/app", "workspace-root"],
    [`/home/dev/app/${STAR}`, "workspace-root"],
    ["/home/dev/app/src", "workspace"],
    ["/home/dev/app/.git", "repository"],
    ["/home/dev/app/sub/.git", "repository"],
    ["/home/dev/app/.git/hooks/x", "guard"],
    ["/home/dev/app/sub/.git/hooks/x", "guard"],
    ["/home/dev/app/.envrc", "watched"],
    ["/home/dev/application", "home"],
    ["/tmp", "temp-root"],
    [`/tmp/${STAR}`, "temp-root"],
    ["/tmp/x", "temp"],
    ["/dev/shm/x", "temp"],
    ["/dev/null", "quiet"],
    ["/dev/sda", "device"],
    ["/dev/tcp/h/1", "network"],
    [ANY, "unknown"],
    [`${ANY}/x`, "unknown"],
    [`${ANY}/${STAR}`, "vital"],
    [`${ANY}/etc`, "vital"],
    [`${FULL}/etc`, "unknown"],
  ])("%j is %s", (path, zone) => {
    expect(zoneOf(path, GROUND)).toBe(zone);
  });

  test.each([
    ["x", "/w/x"],
    ["../x", "/x"],
    ["./a/../b//c/", "/w/b/c"],
    ["/../..", "/"],
    ["/proc/1/root/etc", "/etc"],
    ["/proc/self/root", "/"],
    ["/proc/1/root/proc/self/fd/3", "/dev/fd/3"],
    ["/proc/self/cwd/../x", "/x"],
    [`${ANY}/`, `${ANY}/`],
    [`${ANY}/..`, "/"],
  ])("%j below /w is %j", (path, resolved) => {
    expect(resolvePath(path, "/w")).toBe(resolved);
  });

  test("links through /proc are followed, however many", () => {
    expect(resolvePath(`${"/proc/1/root".repeat(50_000)}/etc`, "/w")).toBe("/etc");
  });
});
