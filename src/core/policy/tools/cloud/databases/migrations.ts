import { family, type Tool, tool } from "../../tool-shape.ts";
import { SERVERS } from "./database-servers.ts";
import { IN_PRODUCTION, unlessTested } from "./stage.ts";

/** Tools that change the schema of a database from one version to another. */
export const MIGRATIONS: readonly Tool[] = family("usual", [
  tool(
    "prisma drizzle-kit sequelize typeorm knex alembic flyway liquibase sequelize-cli dbmate goose diesel sqlx atlas",
    {
      takes: "-m: --message: --name: -n:",
      does: [
        {
          says: "reset *:reset *-reset reset-* drop *:drop *-drop drop-* clean *:clean clean-* downgrade migrate:undo:all migrate:rollback rollback:all rollback-*",
          within: 6,
          is: "destroy-remote",
        },
        { on: ["migrate", "deploy"], ...unlessTested("change-remote") },
        { with: "--force-reset --reset --drop --clean --accept-data-loss", is: "destroy-remote" },
      ],
      also: [SERVERS, IN_PRODUCTION],
      examples: {
        "destroy-remote": ["prisma migrate reset", "prisma db push --force-reset", "prisma schema:drop"],
        "change-remote": ["prisma migrate deploy", "NODE_ENV=production prisma migrate dev"],
        network: ["prisma db pull --url postgres://x@db.example.com/app postgres://db.example.com/app"],
        fine: ["prisma migrate dev --name drop", "NODE_ENV=test prisma migrate deploy", "prisma generate"],
      },
    },
  ),
  tool("manage.py", {
    does: [
      { on: "flush reset_db sqlflush", is: "destroy-remote" },
      { on: "shell", options: { python: "-c" } },
    ],
    also: [SERVERS, IN_PRODUCTION],
    examples: {
      "destroy-remote": ["manage.py flush --no-input"],
      "change-remote": ["DJANGO_ENV=production manage.py migrate"],
      "delete-vital": ["manage.py shell -c 'import os; os.system(\"rm -rf /\")'"],
      network: ["manage.py dbshell --host=db.example.com"],
      fine: ["manage.py migrate", "manage.py shell -c 'print(1)'"],
    },
  }),
  tool("console", {
    does: [
      {
        on: "doctrine:database:drop doctrine:schema:drop doctrine:fixtures:load doctrine:mongodb:schema:drop",
        is: "destroy-remote",
      },
    ],
    also: [IN_PRODUCTION],
    examples: {
      "destroy-remote": ["console doctrine:database:drop --force"],
      "change-remote": ["APP_ENV=prod console migrate"],
      fine: ["console cache:clear", "console doctrine:migrations:migrate"],
    },
  }),
  tool("dbt", {
    knows: "verbs",
    takes:
      "-t: --target: --profiles-dir: --project-dir: -s: --select: -m: --models: --exclude: --vars: --args: --threads:",
    does: [
      {
        on: "run build seed snapshot clone run-operation",
        with: ["-t --target", "prod* --target=prod* live --target=live"],
        is: "change-remote",
      },
    ],
    examples: { "change-remote": ["dbt run --target prod"], fine: ["dbt run", "dbt run -t dev", "dbt test -t prod"] },
  }),
  tool("artisan", {
    does: [
      { on: "migrate:fresh migrate:reset db:wipe", is: "destroy-remote" },
      { on: "tinker", options: { php: "--execute" }, operands: "loads" },
    ],
    also: [SERVERS, IN_PRODUCTION],
    examples: {
      "destroy-remote": ["artisan migrate:fresh"],
      "change-remote": ["APP_ENV=production artisan migrate"],
      "run-foreign": ["artisan tinker /tmp/x.php"],
      "delete-vital": ["artisan tinker --execute='system(\"rm -rf /\");'"],
      network: ["artisan db --host=db.example.com"],
      fine: ["artisan migrate", "artisan tinker"],
    },
  }),
]);
