import { after, steadyMs } from "../base/clock.ts";
import { WARM_PAUSE_MS, WARM_SLICE_MS } from "../base/limits.ts";
import { judge } from "./judge.ts";

/**
 * Everyday texts of many shapes: they lead a judgement through what most texts lead it through.
 * @internal
 */
export const EVERYDAY: readonly string[] = [
  "ls -la src",
  "echo done",
  "git status --short && git diff HEAD~1 -- src/index.ts",
  "cat package.json | head -20",
  "npm test 2>&1 | tail -40",
  "cd src && grep -rn 'needle' . | wc -l",
  'for file in *.ts; do echo "$file"; done',
  "python3 -c 'print(1)'",
  "mkdir -p build && cp a.txt build/ && mv build/a.txt build/b.txt",
  'name=value; export PATH_TO="$name"; echo "$PATH_TO"',
  "if [ -f notes.md ]; then cat notes.md; else echo none; fi",
  "cat <<'END' > notes.md\nfirst\nEND",
  "find . -name '*.ts' -not -path './node_modules/*' | xargs wc -l",
  "sed -n '1,20p' README.md",
  'echo "$(date) $(pwd)"',
  'greet() { local who=$1; echo "hello $who"; }; greet you',
  'while read -r line; do echo "$line"; done < notes.md',
  "test -d out || mkdir out",
  "awk '{print $1}' table.txt | sort | uniq -c",
  "npx tsc --noEmit; node --version",
];

/** So often is each judged: the engine compiles for good what has run some hundred times. */
const ROUNDS = 20;

const WHERE = { cwd: "/project", home: "/home/user", workspace: "/project" };

let warming: Promise<void> | undefined;

/**
 * Judges everyday texts while the host has nothing else to do, once in its life: the first judgements of a host take many
 * times as long as later ones. In short slices, and never in the way of the host's end.
 */
export function warmJudge(): Promise<void> {
  warming ??= new Promise((resolve) => {
    const texts = Array.from({ length: ROUNDS }, () => EVERYDAY)
      .flat()
      .values();
    const slice = (): void => {
      const begun = steadyMs();
      for (const text of texts) {
        judge(text, WHERE);
        if (steadyMs() - begun < WARM_SLICE_MS) continue;
        after(WARM_PAUSE_MS, slice).unref();
        return;
      }
      resolve();
    };
    after(WARM_PAUSE_MS, slice).unref();
  });
  return warming;
}
