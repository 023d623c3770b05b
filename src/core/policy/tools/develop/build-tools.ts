import { acts, type Effect, type Program, runs, shell, writes } from "../effect.ts";
import { optionValues } from "../option-values.ts";
import { DRY_RUN } from "../packages/dry-run.ts";
import { family, type Tool, tool } from "../tool-shape.ts";
import { configures, MAKE, makes, makesTargets } from "./make.ts";

/** Programs that cmake runs as a compiler or in front of one; semicolons separate a list. */
const cmakeLaunches: Program = ({ args }) =>
  args
    .flatMap((arg) => /^-D\w*(?:LAUNCHER|COMPILER|PROGRAM|EXECUTABLE)(?::\w+)?=(.+)$/s.exec(arg)?.[1] ?? [])
    .map((words) => runs(words.split(";")));

/** `cmake -E copy a b`: the last operand is written, and `rename` removes the first. */
const cmakeCopies: Program = ({ args }): readonly Effect[] => {
  const [command, ...operands] = args.filter((arg) => !arg.startsWith("-"));
  const removed = command === "rename" ? operands.slice(0, 1) : [];
  return [
    ...removed.map((path) => ({ kind: "deletes", path, recursive: true }) as const),
    ...operands.slice(-1).map((path) => writes(path)),
  ];
};

/** `cmake -E env A=1 command`. */
const cmakeRuns: Program = ({ args }) => [runs(args.slice(2).filter((arg) => !/=|^--/.test(arg)))];

/** Maven's plugin that runs a program: its name and its arguments are properties. */
const mavenRuns: Program = ({ args, stdin }) => {
  const [given = ""] = optionValues("-Dexec.args=", args, stdin);
  return optionValues("-Dexec.executable=", args, stdin).map((program) => shell(`${program} ${given}`));
};

/** A task that uploads, in any project of a build: `:lib:publish`, `clean publishSigned`. */
const publishesBy =
  (task: RegExp): Program =>
  ({ args }) => {
    const tasks = args.filter((arg) => !arg.startsWith("-")).join(" ");
    return task.test(tasks) ? [acts("publish")] : [];
  };

const GRADLE_PUBLISHES =
  /(?:^|\s)(?::?[\w:-]*:)?(?:publish(?!ToMavenLocal)\w*|uploadArchives|bintrayUpload|deploy|jib(?!\w))\b/;
const SBT_PUBLISHES = /(?:^|\s)\+?(?:publish(?:Signed)?|sonatype\w*Release)\b/;

/** Tools that build a project by a file that says how. */
export const BUILD_TOOLS: readonly Tool[] = family("verbs", [
  tool("make gmake mk remake", {
    takes: MAKE,
    does: [{ with: "-n -q --dry-run --just-print --recon --question" }, { by: makesTargets }],
    works: "-C --directory",
    by: makes,
    examples: {
      "install-global": ["make install", "make -j4 install prefix=/usr"],
      publish: ["make deploy"],
      "git-discard": [
        "make --eval='x:;git push -f' x",
        "make X='$(shell git push -f)'",
        "printf 'x:\\n\\tgit push -f\\n' | make -f -",
        "make SHELL='git push -f'",
      ],
      "run-unknown-code": ['make -f "$FILE"'],
      "work-outside": ["make -C /etc", "cd /etc && make"],
      fine: [
        "make",
        "make -n install",
        "make install DESTDIR=build",
        'make install DESTDIR="$PWD/stage"',
        "make CC=clang",
      ],
    },
  }),
  tool("configure", {
    knows: "everything",
    by: configures,
    examples: {
      "install-global": ["configure --prefix=$PWD/../out && make install", "configure --prefix=/usr && make install"],
      fine: ["configure --prefix=$PWD/out && make -j4 && make install", "configure --prefix=/usr"],
    },
  }),
  tool("cmake", {
    does: [
      { on: "rm remove remove_directory", with: "-E", operands: "deletes" },
      {
        on: "copy copy_directory copy_if_different rename create_symlink create_hardlink touch make_directory",
        with: "-E",
        by: cmakeCopies,
      },
      { on: "env time chdir", with: "-E", by: cmakeRuns },
    ],
    works: true,
    options: { loads: "-P" },
    by: cmakeLaunches,
    examples: {
      "delete-home": ["cmake -E remove_directory ~"],
      "write-vital": ["cmake -E copy a /etc/x", "cmake -E rename a /etc/x"],
      "git-discard": [
        "cmake -E env A=1 git push -f",
        "cmake '-DCMAKE_C_COMPILER_LAUNCHER=git;push;-f' .",
        "echo 'git push -f' > x && cmake -P x",
      ],
      "work-outside": ["cd /etc && cmake ."],
      fine: ["cmake -B build", "cmake -E copy a build/a", "cmake -E rm -rf build"],
    },
  }),
  tool("mvn mvnw", {
    does: [
      {
        with: "deploy* release:perform* site-deploy* jib:build *:jib-maven-plugin*:build",
        without: DRY_RUN,
        is: "publish",
      },
    ],
    works: true,
    options: {
      loads: "-f --file -s --settings -gs --global-settings -Dmaven.ext.class.path=",
      shell: "-Dexec.commandlineArgs=",
    },
    by: mavenRuns,
    examples: {
      publish: ["mvn clean deploy", "mvn compile jib:build", "mvn com.google.cloud.tools:jib-maven-plugin:3.4.0:build"],
      "git-discard": [
        "mvn exec:exec -Dexec.executable=git '-Dexec.args=push -f'",
        "mvn exec:exec '-Dexec.commandlineArgs=git push -f'",
        "echo 'git push -f' > x && mvn -f x test",
      ],
      "work-outside": ["cd /etc && mvn test"],
      fine: ["mvn test", "mvn deploy --dry-run", "mvn jib:dockerBuild"],
    },
  }),
  tool("gradle gradlew", {
    does: [{ without: DRY_RUN, by: publishesBy(GRADLE_PUBLISHES) }],
    works: true,
    options: { loads: "-I --init-script -b --build-file -c --settings-file -p --project-dir" },
    examples: {
      publish: [
        "gradle publish",
        "gradle :lib:publishAllPublications",
        "gradle publishToMavenLocal uploadArchives",
        "gradle :web:jib",
      ],
      "git-discard": ["echo 'git push -f' > x && gradle -b x test"],
      "work-outside": ["cd /etc && gradle test"],
      fine: ["gradle test", "gradle publishToMavenLocal", "gradle publish --dry-run", "gradle jibDockerBuild"],
    },
  }),
  tool("sbt", {
    does: [{ without: DRY_RUN, by: publishesBy(SBT_PUBLISHES) }],
    works: true,
    examples: {
      publish: ["sbt 'clean publishSigned'", "sbt +publish", "sbt sonatypeBundleRelease"],
      "work-outside": ["cd /etc && sbt test"],
      fine: ["sbt test", "sbt publishLocal"],
    },
  }),
]);
