import { DRY_RUN } from "../packages/dry-run.ts";
import { family, type Row, type Tool, tool } from "../tool-shape.ts";

/** Tasks that empty or drop a database. */
const LOSES_DATA: Row = {
  with: "drop db:migrate:reset db:reset db:drop db:truncate_all ecto.drop ecto.reset flush reset_db",
  is: "destroy-remote",
};

/** Tools of frameworks, which know the database of a project. */
export const FRAMEWORKS: readonly Tool[] = family("verbs", [
  tool("rake", {
    does: [{ with: "release* deploy* db:drop*", without: DRY_RUN, is: "publish" }],
    also: [LOSES_DATA],
    works: true,
    options: {
      loads: "-f --rakefile -r --require -R -I",
      ruby: "-e -E -p --execute --execute-print --execute-continue",
    },
    examples: {
      publish: ["rake release", "rake deploy:production"],
      "destroy-remote": ["rake db:reset"],
      "git-discard": ["echo 'git push -f' > x && rake -f x"],
      "delete-home": [`rake -e 'system("rm -rf ~")'`],
      "work-outside": ["cd /etc && rake test"],
      fine: ["rake test", "rake release --dry-run", "rake db:migrate"],
    },
  }),
  tool("rails", {
    does: [
      { on: "db:drop* db:reset* db:schema:load* db:purge*", is: "destroy-remote" },
      { on: "runner r", operands: "ruby" },
      { on: "credentials:*", is: "read-workspace-secret" },
    ],
    also: [LOSES_DATA],
    examples: {
      "destroy-remote": ["rails db:schema:load", "rails db:migrate:reset"],
      "delete-home": [`rails runner 'system("rm -rf ~")'`],
      "read-workspace-secret": ["rails credentials:show"],
      fine: ["rails db:migrate", "rails server", "rails runner 'puts 1'"],
    },
  }),
  tool("mix hex", {
    does: [
      { on: "hex.publish* ecto.drop* ecto.reset* phx.gen.release*", without: DRY_RUN, is: "publish" },
      { on: "archive.install*", is: "install-global" },
    ],
    also: [LOSES_DATA],
    works: true,
    options: { other: "-e --eval" },
    examples: {
      publish: ["mix hex.publish"],
      "install-global": ["mix archive.install x"],
      "destroy-remote": ["mix ecto.reset"],
      "delete-home": [`mix run -e 'System.cmd("rm", ["-rf", "/home/dev"])'`],
      "work-outside": ["cd /etc && mix test"],
      fine: ["mix test", "mix hex.publish --dry-run"],
    },
  }),
  tool("dotnet", {
    does: [
      { on: ["nuget", "push"], without: DRY_RUN, is: "publish" },
      { on: ["tool", "install"], is: "install-global" },
    ],
    also: [LOSES_DATA],
    works: true,
    examples: {
      publish: ["dotnet nuget push x.nupkg"],
      "install-global": ["dotnet tool install -g x"],
      "destroy-remote": ["dotnet ef database drop"],
      "work-outside": ["cd /etc && dotnet build"],
      fine: ["dotnet build", "dotnet tool list"],
    },
  }),
]);
