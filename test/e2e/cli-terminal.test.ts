import { expect, test } from "vitest";
import { atTerminal, hasTerminal } from "../support/at-terminal.ts";

test.runIf(hasTerminal)("run at a terminal keeps colours and every other byte", () => {
  const { code, shown } = atTerminal(String.raw`$NACRE run -- printf '\e[31mred\e[0m \xff\xfe|'; exit 3`);
  expect([code, shown]).toEqual([3, "\u001b[31mred\u001b[0m \xff\xfe|"]);
});

test.runIf(hasTerminal)("run at a terminal whose output goes to a file writes the bytes to the file", () => {
  const { shown } = atTerminal(
    String.raw`F=$(mktemp); $NACRE run -- printf '\e[31m\0\xff\r\n' > "$F"; od -An -c "$F"; rm "$F"`,
  );
  expect(shown.trim().split(/\s+/)).toEqual(["033", "[", "3", "1", "m", "\\0", "377", "\\r", "\\n"]);
});

test.runIf(hasTerminal)("mcp at a terminal says what it is and how to use it, and ends with its input", () => {
  const { code, shown } = atTerminal("$NACRE mcp --sandbox none", { typed: "\u0004" });
  expect([code, shown]).toEqual([0, expect.stringMatching(/^nacre mcp: this is an MCP server; .*nacre init /s)]);
});

test.runIf(hasTerminal)("doctor keeps to a terminal of 40 columns, but for words that are longer", () => {
  const { shown } = atTerminal("$NACRE doctor", { columns: 40 });
  const lines = shown.split("\r\n");
  expect(lines.length).toBeGreaterThan(8);
  expect(lines.filter((line) => line.length > 40 && line.trim().includes(" "))).toEqual([]);
});
