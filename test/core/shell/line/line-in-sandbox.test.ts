import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hasBubblewrap } from "../../../support/open-sandbox.ts";
import { openToolkit } from "../../../support/open-toolkit.ts";
import { tempDir } from "../../../support/temp-dir.ts";
import { waitUntil } from "../../../support/wait-until.ts";

const LOOK = `
import os, socket, sys
path = sys.argv[1]
print("seen" if os.path.lexists(path) else "hidden")
print("directory seen" if os.path.lexists(os.path.dirname(path)) else "directory hidden")
try:
    socket.socket(socket.AF_UNIX).connect(path)
    print("connected")
except OSError as error:
    print("refused", error.errno)
`;

test.skipIf(!hasBubblewrap).each(["workspace", "readonly"] as const)(
  "a command in the %s sandbox neither sees the line of its host nor can connect to it (bubblewrap, python3)",
  async (sandbox) => {
    // In the workspace itself, where commands see everything else.
    const workingDir = tempDir();
    for (const stateDir of [tempDir("nacre-state-"), join(workingDir, ".state")]) {
      const kit = openToolkit({ sandbox, stateDir, workingDir, approver: async () => "once" });
      await kit.bash("true");
      const hosts = join(stateDir, "hosts");
      const [host = ""] = readdirSync(hosts);
      await waitUntil("the socket", () => readdirSync(join(hosts, host)).includes("line"));
      const { output, error } = await kit.bash(`python3 -c '${LOOK}' ${join(hosts, host, "line")}`);
      expect(error).toBeUndefined();
      expect(output).toMatch(/^hidden\n(?:directory hidden|directory seen)\nrefused 2\n?$/);
    }
  },
);
