import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { limitsOf } from "../../src/core/base/limits.ts";
import { openTry } from "../../src/core/try/open-try.ts";
import { removeTry, writeRecord } from "../../src/core/try/try-record.ts";
import { tempDir } from "../support/temp-dir.ts";
import { runInTry } from "../support/tried.ts";

const CART = `import { round } from "./money.ts";

/** The sum of all lines. */
export function total(lines: readonly Line[]): number {
  let sum = 0;
  for (const line of lines) {
    sum += line.price * line.count;
  }
  return round(sum);
}

export function isEmpty(lines: readonly Line[]): boolean {
  return lines.length == 0;
}
`;

const FILES: Readonly<Record<string, string>> = {
  "src/cart.ts": CART,
  "src/old.ts": "export const OLD = true;\n",
  "src/names.ts": "export const names = ['a', 'b'];",
  ".env": "TOKEN=old\n",
  "run.sh": "echo run\n",
  "package.json": '{ "name": "storefront", "version": "1.0.0" }\n',
};

/** Every kind of change, each told in a way of its own. */
const CODEMOD = String.raw`
sed -i 's/==/===/; s/let sum = 0;/let sum = new Money(0);/; /^import/a import { Money } from "./sum.ts";' src/cart.ts
rm src/old.ts
printf "export const names = ['a', 'b', '<img src=x onerror=alert(1)>'];\n" > src/names.ts
echo TOKEN=new-secret-value > .env
chmod +x run.sh
printf '\0\1\2' > logo.png
mkdir -p .git/hooks && printf '#!/bin/sh\n' > .git/hooks/post-checkout
mkdir -p node_modules/left && for i in $(seq 40); do echo $i > node_modules/left/$i.js; done
seq 1000 > long.txt
seq 300000 > large.txt
`;

/** A try of a codemod that is open in this state directory, with the text that its list shows. */
export async function openTryIn(
  stateDir: string,
  command = "npx codemod --all src",
): Promise<{ readonly id: string; readonly workspace: string }> {
  const workspace = join(tempDir(), "storefront");
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), text);
  }
  chmodSync(join(workspace, "run.sh"), 0o644);
  const open = await openTry({ stateDir, workspace, limits: limitsOf() });
  const { id } = open.record;
  onTestFinished(async () => {
    await open.close();
    removeTry(stateDir, id);
  });
  runInTry(open, CODEMOD);
  await open.close();
  writeRecord(stateDir, { ...open.record, isOpen: false, commands: [command] });
  return { id, workspace };
}
