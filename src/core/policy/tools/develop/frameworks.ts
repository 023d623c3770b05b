import { IN_PRODUCTION, unlessTested } from "../cloud/databases/stage.ts";
import { DRY_RUN } from "../packages/dry-run.ts";
import { family, type Row, type Tool, tool } from "../tool-shape.ts";

/** Tasks that empty or drop a database. */
const LOSES_DATA: Row = {
  with: "drop db:migrate:reset db:reset db:drop db:truncate_all ecto.drop ecto.reset flush reset_db",
  ...unlessTested("destroy-remote"),
};

/** Tools of frameworks, which know the database of a project. */
export const FRAMEWORKS: readonly Tool[] = family("verbs", [
  tool("rake", {
    does: [{ with: "release* deploy* db:drop*", without: DRY_RUN, is: "publish" }],
    also: [LOSES_DATA, IN_PRODUCTION],
    works: true,
    options: {
      loads: "-f --rakefile -r --require -R -I",
      ruby: "-e -E -p --execute --execute-print --execute-continue",
    },
    examples: {
      publish: ["rake release", "rake deploy:production"],
      "destroy-remote": ["rake db:reset"],
      "change-remote": ["RAILS_ENV=production rake db:migrate"],
      "git-discard": ["echo 'git push -f' > x && rake -f x"],
      "delete-home": [`rake -e 'system("rm -rf ~")'`],
      "work-outside": ["cd /etc && rake test"],
      fine: ["rake test", "rake release --dry-run", "rake db:migrate"],
    },
  }),
  tool("rails", {
    does: [
      { on: "db:drop* db:reset* db:schema:load* db:purge*", ...unlessTested("destroy-remote") },
      { on: "runner r", operands: "ruby" },
      { on: "credentials:*", is: "read-workspace-secret" },
    ],
    also: [LOSES_DATA, IN_PRODUCTION],
    examples: {
      "destroy-remote": ["rails db:schema:load", "rails db:migrate:reset"],
      "change-remote": [
        "RAILS_ENV=production rails db:migrate",
        "RAILS_ENV=production rails runner 'Session.delete_all'",
      ],
      "delete-home": [`rails runner 'system("rm -rf ~")'`],
      "read-workspace-secret": ["rails credentials:show"],
      fine: [
        "rails db:migrate",
        "rails server",
        "rails runner 'puts 1'",
        "RAILS_ENV=test rails db:drop db:create",
        "RAILS_ENV=production rails assets:precompile",
        "RAILS_ENV=production rails runner 'puts User.count'",
        "rails runner 'Session.delete_all'",
      ],
    },
  }),
  tool("mix hex", {
    does: [
      {
        on: "publish hex.publish* hex.retire* hex.owner* ecto.drop* ecto.reset* phx.gen.release*",
        without: DRY_RUN,
        is: "publish",
      },
      { on: "archive.install*", is: "install-global" },
    ],
    also: [LOSES_DATA, IN_PRODUCTION],
    works: true,
    options: { other: "-e --eval" },
    examples: {
      publish: ["mix hex.publish", "mix hex.retire x 1.0 security"],
      "install-global": ["mix archive.install x"],
      "destroy-remote": ["mix ecto.reset"],
      "change-remote": ["MIX_ENV=prod mix ecto.migrate"],
      "delete-home": [`mix run -e 'System.cmd("rm", ["-rf", "/home/dev"])'`],
      "work-outside": ["cd /etc && mix test"],
      fine: ["mix test", "mix hex.publish --dry-run"],
    },
  }),
  tool("dotnet", {
    does: [
      { on: ["nuget", "push delete"], without: DRY_RUN, is: "publish" },
      { on: ["tool", "install"], is: "install-global" },
    ],
    also: [LOSES_DATA, IN_PRODUCTION],
    works: true,
    examples: {
      publish: ["dotnet nuget push x.nupkg", "dotnet nuget delete x 1.0"],
      "install-global": ["dotnet tool install -g x"],
      "destroy-remote": ["dotnet ef database drop"],
      "change-remote": [
        "ASPNETCORE_ENVIRONMENT=Production dotnet ef database update",
        "dotnet ef database update --connection 'Server=sql.prod.acme.internal;Database=app'",
      ],
      "work-outside": ["cd /etc && dotnet build"],
      fine: [
        "dotnet build",
        "dotnet tool list",
        "dotnet ef database update --connection 'Server=localhost;Database=product'",
      ],
    },
  }),
]);
