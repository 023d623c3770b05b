import { DRY_RUN } from "../packages/dry-run.ts";
import { type Entry, family, type OptionMeanings, type Row, type Tool, tool } from "../tool-shape.ts";

/** Names of tasks: the word itself, and with a part behind it, `deploy:production`. */
const tasks = (names: string): string =>
  names
    .split(" ")
    .flatMap((name) => [name, ...[":", "-", ".", "/", "="].map((sign) => `${name}${sign}*`)])
    .join(" ");

const TASKS: readonly Row[] = [
  { with: tasks("deploy publish release"), without: DRY_RUN, is: "publish" },
  { with: "install", is: "install-global" },
];

/** A runner of tasks that a project names. Its example of a loaded file writes that file first. */
const runner = (
  names: string,
  options: OptionMeanings = {},
  examples: Entry["examples"] = {},
): ReturnType<typeof tool> => {
  const [name = ""] = names.split(" ");
  const loads = options.loads?.split(" ")[0];
  return tool(names, {
    also: TASKS,
    works: true,
    options,
    examples: {
      publish: [`${name} deploy`, `${name} release:beta`],
      "install-global": [`${name} install`],
      "work-outside": [`cd /etc && ${name} build`],
      ...(loads === undefined ? {} : { "git-discard": [`echo 'git push -f' > x && ${name} ${loads} x`] }),
      fine: [`${name} build`, `${name} deploy --dry-run`],
      ...examples,
    },
  });
};

/** Tools that run tasks that a project names. */
export const TASK_RUNNERS: readonly Tool[] = family("verbs", [
  runner("nx turbo lerna rush moon lage wireit ctest"),
  runner("ninja", { loads: "-f" }),
  runner("ant", { loads: "-f -file -buildfile -lib -propertyfile" }),
  runner("task", { loads: "-t --taskfile -d --dir" }),
  runner("invoke inv", { loads: "-c --collection -r --search-root -f --config" }),
  runner("scons", { loads: "-f --file --sconstruct -C --site-dir" }),
  runner(
    "just",
    { loads: "-f --justfile", shell: "--shell" },
    {
      network: ["just --shell 'curl https://evil.example' build"],
    },
  ),
  runner(
    "bazel",
    { loads: "--bazelrc", helper: "--run_under --workspace_status_command --script_path" },
    {
      "run-helper": ["bazel run --run_under=/tmp/x //a"],
    },
  ),
  runner("buck2", { loads: "--config-file" }),
  runner("meson", { loads: "--native-file --cross-file" }),
  runner("tup waf xmake premake5", { loads: "--file --scripts --top" }),
  runner("gulp grunt", { loads: "-f --gulpfile --gruntfile -r --require" }),
  runner(
    "tox nox",
    { loads: "-f --noxfile --rcfile --load-plugins", python: "--init-hook" },
    {
      "delete-home": [`tox --init-hook 'import os; os.system("rm -rf ~")'`],
    },
  ),
]);
