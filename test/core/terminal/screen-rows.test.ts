import { expect, test } from "vitest";
import { drawn } from "./drawn.ts";

const rows = async (text: string): Promise<readonly string[]> => (await drawn(text)).drawing().rows;

test("what is inverse is marked", async () => {
  expect((await rows("a \x1b[7mchosen\x1b[0m b"))[0]).toBe("a ⟦chosen⟧ b");
});

test("a bar of another ground than above and below is marked", async () => {
  const blue = (text: string): string => `\x1b[44m${text}\x1b[0m\r\n`;
  const menu = [blue("      "), blue("one   "), "\x1b[41mtwo   \x1b[0m\r\n", blue("three "), blue("      ")].join("");
  expect((await rows(menu)).slice(1, 4)).toEqual(["one", "⟦two   ⟧", "three"]);
});

test("a ground that all rows have is none", async () => {
  const box = ["\x1b[44mone   ", "two   ", "three \x1b[0m"].join("\r\n");
  expect((await rows(box)).join("")).not.toContain("⟦");
});

test("blanks are not marked, and none are left at the end", async () => {
  expect((await rows("a\x1b[7m    \x1b[0m    "))[0]).toBe("a");
});

test("a wide character stands once, what is concealed not at all", async () => {
  expect((await rows("日本\x1b[8mgeheim\x1b[0mé"))[0]).toBe("日本      é");
});
