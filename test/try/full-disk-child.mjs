// Tries and keeps on small disks of its own (argv: a directory for two of them, how many rounds), in a mount namespace
// that a test made. Prints a line of JSON for each round: what happened, and the workspace before, after, and as kept.
import { execFileSync, spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, readdirSync, rmSync, statfsSync, writeSync } from "node:fs";
import { join } from "node:path";
import { limitsOf } from "../../dist/modules/core/base/limits.js";
import { keepTry } from "../../dist/modules/core/try/keep/keep-try.js";
import { recoverKeeps } from "../../dist/modules/core/try/keep/undo-keep.js";
import { openTry } from "../../dist/modules/core/try/open-try.js";
import { readRecord, removeTry, triesOf } from "../../dist/modules/core/try/try-record.js";

const [disks, rounds] = process.argv.slice(2);
const BLOCK = 4096;
const CHANGES =
  "rm -r lib; for i in $(seq 12); do head -c 9000 /dev/urandom > new$i; done; head -c 40000 /dev/urandom > a; mv f g; chmod 700 a";

const bash = (text, cwd) => execFileSync("bash", ["-c", text], { cwd, encoding: "utf8" });

const factsOf = (workspace) =>
  bash("find . -printf '%y %m %p %l\\n' | sort; find . -type f -exec sha256sum {} + | sort", workspace);

/** Leaves so many blocks of a disk free. */
function fill(disk, blocks) {
  const file = openSync(join(disk, "filler"), "w");
  const block = Buffer.alloc(BLOCK);
  for (let left = statfsSync(disk).bavail - blocks; left > 0; left--) writeSync(file, block);
  closeSync(file);
}

/** A try that has changed the workspace, on one disk or on two. */
async function tried({ workspace, stateDir, text = CHANGES }) {
  const open = await openTry({ stateDir, workspace, limits: limitsOf() });
  const { source, enter } = open.tried;
  const args = ["-c", 'cd "$1" && eval "$2"', "tried", source, text];
  const plan = enter({ file: "/bin/bash", args, cwd: "/", env: {} });
  spawnSync(plan.file, plan.args, { cwd: "/", env: { PATH: "/usr/bin:/bin" } });
  await open.close();
  return open.record.id;
}

const outcomeOf = (work) =>
  work.then(
    () => "done",
    (error) => `${error.code ?? error.name}: ${error.message}`,
  );

// A command that fills the disk in its try: neither that nor a keep of it reaches the workspace.
{
  const [workspace, stateDir] = [join(disks, "1", "w"), join(disks, "1", "s")];
  for (const place of [workspace, stateDir]) mkdirSync(place);
  bash("echo a > a; echo f > f", workspace);
  const before = factsOf(workspace);
  const id = await tried({ workspace, stateDir, text: "echo more >> a; head -c 9000000 /dev/zero > big; rm f" });
  const kept = await outcomeOf(keepTry(stateDir, id));
  const after = factsOf(workspace);
  const isGone = removeTry(stateDir, id);
  process.stdout.write(`${JSON.stringify({ kept, before, after, isGone, left: readdirSync(triesOf(stateDir)) })}\n`);
  for (const place of [workspace, stateDir]) rmSync(place, { recursive: true, force: true });
}

for (let round = 0; round < Number(rounds); round++) {
  const isOneDisk = round % 2 === 0;
  const [first, second] = [join(disks, "1"), join(disks, "2")];
  const [workspace, stateDir] = [join(first, `w${round}`), join(isOneDisk ? first : second, `s${round}`)];
  for (const place of [join(workspace, "lib"), stateDir]) mkdirSync(place, { recursive: true });
  bash(
    "for i in $(seq 20); do head -c 5000 /dev/urandom > lib/$i; done; head -c 30000 /dev/urandom > a; echo f > f",
    workspace,
  );
  const id = await tried({ workspace, stateDir });
  const before = factsOf(workspace);
  // What a keep needs lies between nothing and some fifty blocks; of two disks either may be the full one.
  const free = Math.floor((round * 60) / Number(rounds));
  const full = isOneDisk || round % 4 === 1 ? [first] : [second];
  for (const disk of full) fill(disk, free);
  const began = await outcomeOf(openTry({ stateDir, workspace, limits: limitsOf() }).then((open) => open.close()));
  const kept = await outcomeOf(keepTry(stateDir, id));
  const after = factsOf(workspace);
  for (const disk of full) rmSync(join(disk, "filler"));
  const said = recoverKeeps(stateDir).length;
  const later = kept === "done" || readRecord(stateDir, id) === undefined ? "" : await outcomeOf(keepTry(stateDir, id));
  const left = [readdirSync(workspace), readdirSync(join(triesOf(stateDir), "kept"))].map(
    (names) => names.filter((name) => /nacre|keep_/.test(name)).length,
  );
  process.stdout.write(
    `${JSON.stringify({ free, isOneDisk, began, kept, said, later, left, before, after, end: factsOf(workspace) })}\n`,
  );
  for (const place of [workspace, stateDir]) rmSync(place, { recursive: true, force: true });
}
