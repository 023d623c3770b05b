import { randomInt } from "node:crypto";
import { test } from "vitest";
import { driveHost } from "../../../support/driven-host.ts";
import { pidsWith } from "../../../support/is-alive.ts";
import { hasBubblewrap } from "../../../support/open-sandbox.ts";
import { waitUntil } from "../../../support/wait-until.ts";

/** What a terminal's hang-up alone would not end. Its processes are found by how long they sleep. */
const stubborn = (sleep: string): string =>
  `(trap '' HUP TERM; setsid ${sleep} & nohup ${sleep} & ${sleep}) & echo begun; read x`;

test.each(hasBubblewrap ? (["none", "workspace"] as const) : (["none"] as const))(
  "nothing of a terminal is left alive when its host is killed, with the sandbox %s",
  async (sandbox) => {
    const host = await driveHost({ sandbox });
    const sleep = `sleep ${randomInt(1_000_000, 9_999_999)}`;
    const sleepers = (): number => pidsWith(sleep).length;
    const { metadata } = await host.bash(stubborn(sleep), { tty: true, run_in_background: true });
    await host.call("BashOutput", { bash_id: metadata.bash_id, wait_for: "begun" });
    await waitUntil("all of them to sleep", () => sleepers() >= 3);
    host.kill("SIGKILL");
    await waitUntil("everything to be gone", () => sleepers() + host.started().length === 0);
  },
);
