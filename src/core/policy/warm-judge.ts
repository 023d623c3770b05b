import { after, type OneTimer, steadyMs } from "../base/clock.ts";
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

/** So often is each judged: most of what can be gained is gained by then. */
const ROUNDS = 4;

const WHERE = { cwd: "/project", home: "/home/user", workspace: "/project" };

function* everydayJudgements(): Generator<void> {
  for (let round = 0; round < ROUNDS; round++) {
    for (const text of EVERYDAY) {
      judge(text, WHERE);
      yield;
    }
  }
}

/** Steps that are done while a host has nothing else to do: in short slices, and never in the way of its end. */
export class IdleSteps {
  readonly #steps: Iterator<unknown>;
  #timer: OneTimer | undefined;
  #working = 0;
  #areDone = false;

  constructor(steps: Iterator<unknown>) {
    this.#steps = steps;
  }

  get areDone(): boolean {
    return this.#areDone;
  }

  /** Waits for work of the host: no step is done while it lasts, and the next ones soon after it. */
  async after<T>(work: Promise<T>): Promise<T> {
    this.#working += 1;
    try {
      return await work;
    } finally {
      this.#working -= 1;
      this.#goOn();
    }
  }

  #goOn(): void {
    if (this.#areDone || this.#working > 0) return;
    this.#timer ??= after(WARM_PAUSE_MS, () => this.#slice()).unref();
    this.#timer.refresh();
  }

  #slice(): void {
    for (const begun = steadyMs(); this.#working === 0 && steadyMs() - begun < WARM_SLICE_MS; ) {
      this.#areDone = this.#steps.next().done === true;
      if (this.#areDone) return;
    }
    this.#goOn();
  }
}

/** The first judgements of a host take many times as long as later ones: it makes them when its first caller thinks. */
export const warmJudge: IdleSteps = new IdleSteps(everydayJudgements());
