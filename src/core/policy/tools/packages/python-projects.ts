import { family, type Tool, tool } from "../tool-shape.ts";
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
    does: [{ on: "init config", is: "install-global" }],
    commands: condaRun("conda"),
    works: true,
    examples: {
      "install-global": ["conda init bash"],
      "work-outside": ["cd /etc && conda install x"],
      fine: ["conda install x", "conda env list"],
    },
  }),
  tool("mamba micromamba", {
    takes: "",
    stopsAtWord: true,
    does: [
      { on: "init config", is: "install-global" },
      { on: ["shell", "init"], is: "install-global" },
    ],
    commands: condaRun("mamba"),
    works: true,
    examples: {
      "install-global": ["mamba init bash", "mamba shell init"],
      "work-outside": ["cd /etc && mamba install x"],
      fine: ["mamba install x"],
    },
  }),
]);
