import { expect, test } from "vitest";
import { HOME_MENTION, inHome } from "../../../../src/core/policy/code/home-in-code.ts";

test.each([
  ["~", "/home/dev"],
  ["~/a", "/home/dev/a"],
  ["/.ssh/id_rsa", "/home/dev/.ssh/id_rsa"],
  ["x/.ssh/id_rsa", "/home/dev/.ssh/id_rsa"],
  [".bashrc", "/home/dev/.bashrc"],
  ["/etc/.ssh/x", "/etc/.ssh/x"],
  ["src/a.ts", "src/a.ts"],
  [".eslintrc", ".eslintrc"],
])("%s is %s", (text, path) => {
  expect(inHome(text, "/home/dev")).toBe(path);
});

test.each(["os.homedir()", "Path.home()", "process.env.HOME", "os.environ['HOME']"])(
  "%s is the home directory",
  (code) => {
    expect(HOME_MENTION.test(code)).toBe(true);
  },
);

test("a home page is none", () => {
  expect(HOME_MENTION.test("open(home_page)")).toBe(false);
});
