// Runs every attack against a session of its own, as the user it is started as, and prints what came of it. A process of its
// own, so that the same attacks run as root and as a plain user. argv: DIST SANDBOX ROUNDS [NAME].
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ATTACKS, FORGED_STATUS, leave } from "./attacks.mjs";

const [dist, request, rounds, only = ""] = process.argv.slice(2);
const { createSandbox } = await import(join(dist, "modules/core/sandbox/create-sandbox.js"));
const { limitsOf } = await import(join(dist, "modules/core/base/limits.js"));
const { trust } = await import(join(dist, "modules/core/permission/cleared.js"));
const { ShellManager } = await import(join(dist, "modules/core/shell/shell-manager.js"));

const here = fileURLToPath(new URL(".", import.meta.url));
const root = realpathSync(mkdtempSync(join(tmpdir(), "nacre-impersonation-")));
const TIMEOUT_MS = 20_000;

/** A session in a workspace with the attackers' files, and what nacre says of a text in it. */
function open(index) {
  const [workspace, stateDir] = [join(root, `app-${index}`), join(root, `state-${index}`)];
  mkdirSync(stateDir);
  cpSync(here, workspace, { recursive: true, filter: (path) => !/\.m?[jt]s$/.test(path) });
  const build = () => createSandbox(request, { workspace, stateDir, home: root, limits: limitsOf() });
  const manager = new ShellManager({ stateDir, loginShell: false, ...(request === "none" ? {} : { sandbox: build }) });
  const session = manager.session("default", workspace);
  const run = async (text) => {
    try {
      const { ending, transcript, isAttested, restored } = await session.run(trust(text), { timeoutMs: TIMEOUT_MS });
      const { stdout } = transcript.read({ maxChars: 10_000 });
      manager.keepLog(transcript);
      return { ending, said: stdout, isAttested, restored };
    } catch (error) {
      return { fault: error.message, said: "" };
    }
  };
  const lines = (name) => {
    try {
      return readFileSync(join(workspace, name), "utf8").split("\n").filter(Boolean);
    } catch {
      return [];
    }
  };
  return { run, lines, dispose: () => manager.dispose() };
}

async function attack({ name, attacker, texts, takesOutput = false, denies = false, rounds: most }, index) {
  const { run, lines, dispose } = open(index);
  const begun = performance.now();
  const wanted = Math.min(Number(rounds), most ?? Number.POSITIVE_INFINITY);
  const report = { name, denies, wanted, rounds: 0, told: 0, forged: [], refused: [], hung: [], unattested: 0 };
  let attacked = "";
  for (let round = 1; round <= wanted; round += 1) {
    // An attacker of a bash that is gone is replaced.
    if (attacker !== undefined && (attacked === "" || (await run("echo $$")).said !== attacked))
      attacked = (await run(leave(attacker))).said;
    const status = 1 + Math.floor(Math.random() * 30);
    for (const text of texts(round, status)) {
      const at = performance.now();
      const { ending, said, fault, isAttested, restored } = await run(text);
      const facts = { round, status, ending, said, fault, ms: Math.round(performance.now() - at) };
      if (ending?.kind === "timed-out") report.hung.push(facts);
      if (isAttested === false) report.unattested += 1;
      if (ending?.exitCode === FORGED_STATUS) report.forged.push(facts);
      if (!text.includes("known-")) continue;
      const ran = lines("ran").filter((line) => line === String(round)).length;
      // A bash that was made to end has a status of its own; that it ended is told, and it is never success.
      const lostBash = denies && restored !== undefined && ending?.exitCode !== 0;
      if (ending?.kind !== "exited" || lostBash) report.refused.push({ ...facts, ran });
      else if (ending.exitCode === status && (takesOutput || said.includes(`known-${round}\n`)) && ran === 1)
        report.told += 1;
      else report.forged.push({ ...facts, ran });
    }
    report.rounds += 1;
  }
  const { ending, said } = await run("echo goes on");
  await dispose();
  return {
    ...report,
    goesOn: ending?.exitCode === 0 && said.includes("goes on\n"),
    tried: lines("tried").length,
    reached: [...new Set([...lines("reached"), ...lines("ran").filter((line) => line === "0")])],
    ms: Math.round(performance.now() - begun),
  };
}

try {
  const chosen = ATTACKS.filter(
    ({ name, where }) => name.includes(only) && (where !== "outside" || request === "none"),
  );
  const reports = await Promise.all(chosen.map(attack));
  process.stdout.write(JSON.stringify({ uid: process.getuid(), reports }));
} finally {
  rmSync(root, { recursive: true, force: true });
}
