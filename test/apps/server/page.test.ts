import { expect, test } from "vitest";
import { aboutPage, loginPage } from "../../../src/apps/server/page.ts";

test("the page says which nacre this is, and behind which wall it runs commands", () => {
  const page = aboutPage({ version: "1.2.3", sandbox: "workspace" });
  expect(page).toContain("<h1>nacre 1.2.3</h1>");
  expect(page).toContain("sandbox <code>workspace</code>");
});

test("who has no token yet gets a form for it, and learns nothing else", () => {
  expect(loginPage()).toMatch(/<form method="post" action="\/login">\s*<input name="token" type="password"/);
});

test("no page fetches anything or runs a script", () => {
  for (const page of [aboutPage({ version: "1", sandbox: "none" }), loginPage()])
    expect(page).not.toMatch(/<script|src=|href=|url\(/);
});
