import { expect, test } from "vitest";
import { plainConfig } from "../../../../../src/core/sandbox/guard/git/plain-config.ts";

const settings = (text: string): readonly string[] | undefined =>
  plainConfig(Buffer.from(text))?.flatMap(({ name, value }) => (name === undefined ? [] : [`${name}=${value}`]));

test("what git itself writes is read as git reads it, and every line is kept", () => {
  const text = '# x\n[Core]\n\tbare = false\n\tfileMode\n[remote "Some Origin"]\n\turl = /a b/c  \n; y\n';
  expect(settings(text)).toEqual(["core.bare=false", "core.filemode=", "remote.Some Origin.url=/a b/c"]);
  expect(
    plainConfig(Buffer.from(text))
      ?.map((line) => line.text)
      .join("\n"),
  ).toBe(text);
});

test.each([
  '[core]\n\tpager = "x"\n',
  "[core]\n\tpager = a\\\nb\n",
  "[core]\n\tpager = a # b\n",
  "[core] pager = a\n",
  "[core.x]\n\tpager = a\n",
  '[core "a\\"b"]\n\tx = a\n',
  "[core]\r\n\tbare = false\r\n",
  "[core]\n\tx = a\0b\n",
  "bare = false\n",
  "[core]\n\t=x\n",
  "[core\n",
  "\uFEFF[core]\n",
])("%j is left to git", (text) => {
  expect(plainConfig(Buffer.from(text))).toBeUndefined();
});
