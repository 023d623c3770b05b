import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { connect } from "../../e2e/mcp-clients.ts";
import { openPlace } from "../../e2e/servers.ts";
import { hasBubblewrap } from "../../support/open-sandbox.ts";
import { servePage } from "../../support/page-ground.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { waitUntil } from "../../support/wait-until.ts";
import { hasChromium, signedIn, useBrowser } from "../real-browser.ts";

const browser = useBrowser();

/** A real `nacre mcp` in a repository with one changed file, and the official client before it, which cannot ask its user. */
async function repositoryWithClient() {
  const place = openPlace();
  onTestFinished(() => place.leave());
  const note = join(place.workspace, "note.txt");
  writeFileSync(note, "as committed\n");
  const git = "git init -q && git add note.txt && git -c user.name=n -c user.email=n@example.com commit -qm one";
  expect(spawnSync("bash", ["-c", git], { cwd: place.workspace }).status).toBe(0);
  writeFileSync(note, "changed since\n");
  const stateDir = tempDir();
  const variables = [place.mark, `NACRE_STATE_DIR=${stateDir}`, `XDG_CONFIG_HOME=${tempDir()}`];
  const nacre = [process.execPath, resolve("bin/nacre.js"), "mcp", "--sandbox", "none", "--workspace", place.workspace];
  const client = await connect(
    "previous major",
    { kind: "stdio", command: "env", args: [...variables, ...nacre] },
    { name: "plain-client" },
  );
  onTestFinished(() => client.end());
  return { client, note, stateDir };
}

test.skipIf(!hasChromium)(
  "a question of a client that cannot ask its user is answered on the page, and the waiting call goes on",
  async () => {
    const { client, note, stateDir } = await repositoryWithClient();
    const page = await servePage(stateDir);
    const tab = await signedIn(browser, page.link);
    await tab.getByText("nacre mcp").waitFor(); // the page is connected to it: a question is put
    const card = tab.locator("article.question");
    const ask = (command: string) => {
      let isOver = false;
      const result = client.call("Bash", { command }).finally(() => {
        isOver = true;
      });
      return { result, isOver: () => isOver };
    };

    const denied = ask("git checkout -- note.txt");
    await card.locator("mark", { hasText: "git checkout -- note.txt" }).waitFor();
    expect(denied.isOver()).toBe(false);
    if (hasBubblewrap) await card.getByText("not committed, in 1 file: note.txt").waitFor(); // looked up in a sandbox
    await card.getByRole("button", { name: "Deny with a message…" }).click();
    await card.getByLabel("What the model is told").fill("I still need that change");
    await card.getByRole("button", { name: "Deny", exact: true }).click();
    const no = await denied.result;
    expect(no.isError).toBe(true);
    expect(no.text).toContain("I still need that change");
    expect(readFileSync(note, "utf8")).toBe("changed since\n");

    const allowed = ask("git checkout -- note.txt && cat note.txt");
    await card.locator("mark", { hasText: "git checkout -- note.txt" }).waitFor();
    await card.getByRole("button", { name: "Allow once" }).click();
    const yes = await allowed.result;
    expect(yes.isError).toBe(false);
    expect(yes.text).toContain("as committed");
    await waitUntil("the page to say what came of it", async () =>
      ((await tab.locator(".lately").textContent()) ?? "").includes("allowed once"),
    );
  },
);
