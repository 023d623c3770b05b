import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

const PLACES = [
  { path: "/tmp/real", name: "/tmp/it's a link" },
  { path: "/", name: "/" },
];

async function linesWith(table: string): Promise<string> {
  vi.stubEnv("NACRE_PROCESS_TABLE", table);
  vi.resetModules();
  const { startLines } = await import("../../../../src/core/shell/bash/start-lines.ts");
  return startLines(PLACES, 8);
}

test("on Linux a bash goes by its name to the place that the supervisor has open", async () => {
  const lines = await linesWith("");
  expect(lines).toContain(
    String.raw`\builtin cd -- '/tmp/it'\''s a link'; [[ . -ef /dev/fd/7 ]] || \builtin cd -P -- /dev/fd/7`,
  );
  expect(lines).toContain("ulimit -f 8");
});

test("where no path leads over a descriptor it tries each place, and ends when none leads to itself", async () => {
  const lines = await linesWith("ps");
  expect(lines).not.toContain("/dev/fd");
  expect(lines).toContain(
    String.raw`{ \builtin cd -P -- '/tmp/real' && [[ $PWD == '/tmp/real' ]] && { \builtin cd -- '/tmp/it'\''s a link'`,
  );
  expect(lines).toMatch(/ \|\| \{ \\builtin cd -P -- '\/' .* \|\| \\builtin exit 126; exec 7<&-/);
});
