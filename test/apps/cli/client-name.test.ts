import { expect, test } from "vitest";
import { clientNameFor } from "../../../src/apps/cli/client-name.ts";

test.each([
  ["/home/a/my-app", "my-app"],
  ["/home/a/My App (2)", "my-app-2"],
  ["/home/a/.dotfiles", "dotfiles"],
  ["/home/a/ünï/../日本", "project"],
  ["/", "project"],
  [`/home/a/${"long".repeat(20)}`, "long".repeat(6)],
  [`/home/a/${"x".repeat(23)}--y`, "x".repeat(23)],
])("the client of %s is named after it", (workspace, words) => {
  expect(clientNameFor(workspace)).toMatch(new RegExp(`^${words}-[0-9a-f]{6}$`));
});

test("a project keeps its name, and another of the same directory name has another", () => {
  expect(clientNameFor("/a/web")).toBe(clientNameFor("/a/b/../web/"));
  expect(clientNameFor("/a/web")).not.toBe(clientNameFor("/b/web"));
});
