// npm run test:fuzz [-- ROUNDS]: every test that takes a seed, with a fresh one in each round. `npm test` has fixed ones.
import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ensureDependencies, root } from "./ready.mjs";

await ensureDependencies();
const rounds = Number(process.argv[2] ?? 3);
if (!Number.isSafeInteger(rounds) || rounds < 1) {
  process.stderr.write("the number of rounds must be a whole number of at least 1\n");
  process.exit(2);
}
const files = readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".test.ts"))
  .map((file) => join("test", file))
  .filter((file) => /from "fast-check"|\bseedOf\(/.test(readFileSync(join(root, file), "utf8")));
const red = [];
for (let round = 1; round <= rounds; round += 1) {
  const seed = randomInt(2 ** 31);
  process.stderr.write(`\n── round ${round} of ${rounds}: FUZZ_SEED=${seed}\n`);
  const { status } = spawnSync(join(root, "node_modules", ".bin", "vitest"), ["run", ...files], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, FUZZ_SEED: String(seed) },
  });
  if (status !== 0) red.push(seed);
}
if (red.length > 0) {
  const again = red.map((seed) => `  FUZZ_SEED=${seed} npx vitest run FILE\n`).join("");
  process.stderr.write(
    `\n${red.length} of ${rounds} rounds found something. Each can be repeated:\n${again}` +
      "Keep the line: for the policy in a table of test/attacks, else beside the test.\n",
  );
}
process.exit(red.length === 0 ? 0 : 1);
