import { expect, test } from "vitest";
import { openToolkit } from "../../support/open-toolkit.ts";

test("a text with Windows line ends runs with those of bash, and the result says so", async () => {
  const { bash } = openToolkit();
  const { output, metadata } = await bash("if true; then\r\n  cat <<E\r\nin it\r\nE\r\nfi\r\n");
  expect(output).toBe("in it\n[note] the command had Windows line ends (CRLF); it ran with LF");
  expect(metadata).toMatchObject({
    normalized: "crlf",
    exit_code: 0,
    command: "if true; then\n  cat <<E\nin it\nE\nfi\n",
  });
});

test("in any other text a carriage return is a letter", async () => {
  const { bash } = openToolkit();
  const { output, metadata } = await bash("printf %s 'a\rb' | od -An -c\nx=1\r\nprintf %s \"$x\" | od -An -c");
  expect(output.split("\n").map((line) => line.trim().split(/ +/).join(" "))).toEqual(["a \\r b", "1 \\r", ""]);
  expect(metadata).not.toHaveProperty("normalized");
  expect((await bash("true\r")).metadata).toMatchObject({ exit_code: 127 });
});

test("a text of a million characters is judged and run", async () => {
  const { bash } = openToolkit();
  const fill = (length: number): string => "0123456789abcde\n".repeat(length / 16);
  const short = await bash(`cat > a.txt <<'EOF'\n${fill(200_000)}EOF\nwc -c < a.txt`);
  expect(short).toMatchObject({ output: "200000\n", success: true });
  const head = "cat <<'EOF' | wc -c\n";
  const body = fill(999_000);
  const long = `${head}${body}EOF\n`.padEnd(1_000_000, "#");
  expect(await bash(long)).toMatchObject({ output: `${body.length}\n`, success: true });
  expect((await bash(`${long}#`)).metadata).toMatchObject({ error_kind: "invalid-input" });
});
