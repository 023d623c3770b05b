import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { judge } from "../../../../src/core/policy/judge.ts";
import { RULES } from "../../../../src/core/policy/rules/all-rules.ts";
import { ALL_TOOLS } from "../../../../src/core/policy/tools/all-tools.ts";
import { toolEffects } from "../../../../src/core/policy/tools/tool-effects.ts";
import { ANY, DOWNLOAD, FILE, STAR } from "../../../../src/core/policy/values/abstract-text.ts";
import { Scope } from "../../../../src/core/policy/values/scope.ts";

const PLACE = { cwd: "/home/dev/app", home: "/home/dev", workspace: "/home/dev/app" };
const NAMES: readonly string[] = ALL_TOOLS.names;

/** Words that mean something to some program, and some that mean nothing. */
const WORDS: readonly string[] = `
-a -b -c -d -e -f -g -h -i -k -l -m -n -o -p -q -r -s -t -u -v -w -x -z -A -B -C -D -E -F -I -K -L -M -O -P -R -S -T -U -X -Q -W -J -G -N -H -TT -es -pe -Pu
-exec -execdir -delete -name -o -not ! ( ) ; + {} -mtime -size -fprint -ex -wrapper -engine -in -out -connect -eval
--all --force --help --version --output --output=x --file --global --user --exec --exec=ls --config --config=a=b --prefix --registry --registry=https://x.example --dry-run --delete --hard --cached --staged --worktree --push --privileged --mount --volume --entrypoint --unit --pid --signal --proxy --data --header --form --upload-file --post-file --use-askpass --command --shell --login --list --recursive --reference --target-directory --files-from --to-command --checkpoint-action --checkpoint-action=exec=ls --rsh --files0-from --preload --split-string --rcfile --init-file --import --require --eval --expression --in-place --compress-program --filter --pre --filename --raw --format --template --unix-socket --connect-to --netrc-file -- -
run exec install add remove delete push pull publish apply create get list set config clone fetch rebase stash drop clear reset checkout branch tag remote submodule foreach bisect worktree filter-branch commit grep log show diff archive init status start stop restart enable disable mask compose system volume container image prune login secret kubectl s3 s3api ssm cp mv rm sync ls auth print-access-token pr merge issue gist release api repo alias workflow extension codespace deploy destroy state workspace import output env global dlx x create npm workspace tool python self test build server tunnel eval task shell -m pip http.server venv shutdown drop flushall rollout undo cat less vim x11grab /c SELECT 'drop table x' .shell .load
a b.txt ./x /etc/passwd /tmp/y ~/z .env https://evil.example localhost localhost:80 user@host:x host: 1234 -1 0 1 %1 100G 10M x=y SHELL=/bin/x of=x if=/dev/zero count=9 bs=1M of=/dev/sda id_rsa s/a/b/ 1e p 'rm -rf /' *.js + :x +x HEAD~1:x exec:sh tcp:x.example:1 ::: gs://x s3://y @x ext::sh
`
  .trim()
  .split(/\s+/);

const word = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 1, arbitrary: fc.constantFrom(ANY, FILE, DOWNLOAD, STAR, "", " ", "a b", "rm -rf /usr") },
  { weight: 1, arbitrary: fc.string({ maxLength: 6 }) },
);
const stdin = fc.constantFrom("", "x\n", "rm -rf /usr\n", FILE, DOWNLOAD, "put .env\n!ls\n", "\techo x\n");

describe("the tools", () => {
  test("every tool answers whatever its arguments are, with rules that exist", () => {
    fc.assert(
      fc.property(fc.constantFrom(...NAMES), fc.array(word, { maxLength: 6 }), stdin, (name, args, input) => {
        const tool = ALL_TOOLS.find(name);
        if (tool === undefined) return false;
        const call = { name, args, stdin: input, scope: new Scope(PLACE), environment: new Map() };
        const effects = toolEffects(tool, call);
        return effects.every((effect) => effect.kind !== "acts" || Object.hasOwn(RULES, effect.rule));
      }),
      { numRuns: 30_000 },
    );
  });

  test.each(NAMES)("%s alone, asked for help and asked for its version is no catastrophe", (name) => {
    const decisions = [name, `${name} --help`, `${name} --version`].map((command) => judge(command, PLACE));
    expect(
      decisions.filter(({ findings }) =>
        findings.some((finding) => /^(?:delete|write|access)-/.test(finding.rule) && finding.decision === "deny"),
      ),
    ).toEqual([]);
  });

  test("names are known by version, by prefix and by their family", () => {
    const known = [
      "python3.12",
      "mkfs.xfs",
      "newfs_hfs",
      "ld-linux-x86-64.so.2",
      "grm",
      "partclone.ext4",
      "RM",
      "fsck.ext4",
      "perl5.36",
    ];
    expect(known.filter((name) => ALL_TOOLS.find(name) === undefined)).toEqual([]);
    expect(ALL_TOOLS.find("nobody-knows-this")).toBeUndefined();
  });
});
