import { family, type Tool, tool } from "../../tool-shape.ts";
import { SERVERS } from "./database-servers.ts";

/** Tools that change the schema of a database from one version to another. */
export const MIGRATIONS: readonly Tool[] = family("usual", [
  tool(
    "prisma drizzle-kit sequelize typeorm knex alembic flyway liquibase sequelize-cli dbmate goose diesel sqlx atlas",
    {
      takes: "-m: --message: --name: -n:",
      does: [
        {
          says: "reset *:reset *-reset reset-* drop *:drop *-drop drop-* clean *:clean clean-* downgrade migrate:undo:all migrate:rollback rollback:all",
          within: 6,
          is: "destroy-remote",
        },
        { with: "--force-reset --reset --drop --clean", is: "destroy-remote" },
      ],
      also: [SERVERS],
      examples: {
        "destroy-remote": ["prisma migrate reset", "prisma db push --force-reset", "prisma schema:drop"],
        network: ["prisma db pull --url postgres://x@db.example.com/app postgres://db.example.com/app"],
        fine: ["prisma migrate dev --name drop", "prisma generate"],
      },
    },
  ),
  tool("manage.py", {
    does: [
      { on: "flush reset_db sqlflush", is: "destroy-remote" },
      { on: "shell", options: { python: "-c" } },
    ],
    also: [SERVERS],
    examples: {
      "destroy-remote": ["manage.py flush --no-input"],
      "delete-vital": ["manage.py shell -c 'import os; os.system(\"rm -rf /\")'"],
      network: ["manage.py dbshell --host=db.example.com"],
      fine: ["manage.py migrate", "manage.py shell -c 'print(1)'"],
    },
  }),
  tool("artisan", {
    does: [
      { on: "migrate:fresh migrate:reset db:wipe", is: "destroy-remote" },
      { on: "tinker", options: { php: "--execute" }, operands: "loads" },
    ],
    also: [SERVERS],
    examples: {
      "destroy-remote": ["artisan migrate:fresh"],
      "run-foreign": ["artisan tinker /tmp/x.php"],
      "delete-vital": ["artisan tinker --execute='system(\"rm -rf /\");'"],
      network: ["artisan db --host=db.example.com"],
      fine: ["artisan migrate", "artisan tinker"],
    },
  }),
]);
