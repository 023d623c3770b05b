import { expect, test } from "vitest";
import { cli } from "../../../support/cli.ts";
import { tempDir } from "../../../support/temp-dir.ts";

const env = () => ({ NACRE_STATE_DIR: tempDir() });

test.each<[readonly string[], string]>([
  [["try"], "name a command to try"],
  [["try", "--list", "--undo"], "do not go together"],
  [["try", "--patch", "try_1"], "name one file"],
  [["try", "--list", "ls"], "takes no command"],
  [["try", "--workspace", "/nonexistent", "ls"], "does not exist"],
])("%j is wrong usage", async (words, said) => {
  expect(await cli([...words], { env: env(), cwd: tempDir() })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(said),
  });
});
