import { expect, test } from "vitest";
import { remembering } from "../../../../src/core/policy/zones/judged-place.ts";

const GROUND = { home: "/home/dev", workspaces: ["/home/dev/app"], hosts: [] };

test("a path is looked for once on each ground, also where nothing is found", () => {
  const asked: string[] = [];
  const find = remembering((path, { home }) => {
    asked.push(`${home}:${path}`);
    return path === "a" ? home : undefined;
  });
  expect([find("a", GROUND), find("a", GROUND), find("b", GROUND), find("b", GROUND)]).toEqual([
    "/home/dev",
    "/home/dev",
    undefined,
    undefined,
  ]);
  expect(find("a", { ...GROUND, home: "/root" })).toBe("/root");
  expect(asked).toEqual(["/home/dev:a", "/home/dev:b", "/root:a"]);
});
