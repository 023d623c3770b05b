import { family, type Row, type Tool, tool } from "../tool-shape.ts";
import { deploys, deploysByTopic } from "./cloud-verbs.ts";
import { insideMachine } from "./inside-machine.ts";

/** Local work and questions of tools that host applications. */
const HOSTING = deploysByTopic(
  "logs status ps info list apps config releases whoami login version dev build open doctor local help dash platform regions deploys",
);

/** Words that show the credentials of an application. */
const SHOWN_SECRETS: Row = { says: "auth:token token env:pull env:list config:get", is: "read-secret" };

/** Local work and questions of tools that build and publish applications. */
const BUILDING = deploysByTopic(
  "emulators serve dev login init projects list offline package print info tail whoami types start status gen functions:shell build test lane lanes doctor config",
);

/** Tools that deploy applications, and virtual machines. */
export const DEPLOYERS: readonly Tool[] = family("usual", [
  tool("heroku", {
    takes: "-a: --app: -r: --remote:",
    does: [
      SHOWN_SECRETS,
      { on: "local:run", runs: 0 },
      { on: "run run:detached ps:exec", is: "change-remote" },
      ...HOSTING,
    ],
    examples: {
      "delete-vital": ["heroku local:run rm -rf /usr"],
      "read-secret": ["heroku config:get DATABASE_URL", "heroku keys"],
      "destroy-remote": ["heroku apps:destroy web", "heroku pg:reset"],
      publish: ["heroku container:release web"],
      "change-remote": ["heroku -a web run console", "heroku ps:exec", "heroku config:set X=1", "heroku pg:psql"],
      fine: [
        "heroku",
        "heroku logs --tail",
        "heroku config add",
        "heroku ps:type",
        "heroku addons:info",
        "heroku releases:rollback --dry-run",
      ],
    },
  }),
  tool("fly flyctl railway render netlify", {
    does: [SHOWN_SECRETS, ...HOSTING],
    examples: {
      "read-secret": ["fly env:list", "fly secrets set X=1"],
      "destroy-remote": ["fly apps destroy web", "fly machine stop 1"],
      publish: ["fly deploy"],
      "change-remote": ["fly ssh sftp", "fly config:set X=1"],
      fine: [
        "fly",
        "fly logs",
        "fly apps create web",
        "fly status:instance",
        "fly deploy --dry-run",
        "fly volumes list",
      ],
    },
  }),
  tool("dokku surge now cap capistrano", {
    does: HOSTING,
    examples: {
      "read-secret": ["dokku registry token"],
      "destroy-remote": ["dokku apps:destroy web", "dokku proxy disable"],
      publish: ["dokku git:release web", "dokku production deploy"],
      "change-remote": ["dokku enter web", "dokku config:set web X=1", "dokku ps:rebuild web"],
      fine: [
        "dokku",
        "dokku logs web",
        "dokku apps create",
        "dokku apps:report",
        "dokku deploy --dry-run",
        "dokku domains:list",
      ],
    },
  }),
  tool("fab", {
    does: HOSTING,
    options: { loads: "-f -c -r --fabfile --search-root" },
    examples: {
      "read-secret": ["fab production token"],
      "destroy-remote": ["fab production rollback"],
      publish: ["fab production deploy"],
      "change-remote": ["fab migrations", "fab config:set"],
      "run-foreign": ["fab -r ~/downloads/tasks status"],
      fine: ["fab", "fab build", "fab apps create", "fab apps:x", "fab deploy --dry-run", "fab web status"],
    },
  }),
  tool("vercel", {
    does: [
      { on: "dev build ls list inspect logs whoami link help projects teams bisect" },
      { on: "token", is: "read-secret" },
      { on: ["env", "ls"] },
      { on: "env", is: "read-workspace-secret" },
      { on: "rm remove rollback", is: "destroy-remote" },
      { is: "publish" },
    ],
    examples: {
      "read-secret": ["vercel token"],
      "read-workspace-secret": ["vercel env pull"],
      "destroy-remote": ["vercel rm web"],
      publish: ["vercel", "vercel --prod"],
      fine: ["vercel dev", "vercel env ls"],
    },
  }),
  tool("firebase supabase wrangler convex eas expo-cli fastlane codemagic-cli", {
    does: [{ on: "login:ci", is: "read-secret" }, ...BUILDING],
    examples: {
      "read-secret": ["firebase secrets put X", "firebase account token", "firebase login:ci"],
      "destroy-remote": ["firebase firestore:delete --all-collections", "firebase projects delete x"],
      publish: ["firebase deploy"],
      "change-remote": ["firebase ext:install x", "firebase config:set x=1"],
      fine: [
        "firebase",
        "firebase serve",
        "firebase start create",
        "firebase emulators:exec x",
        "firebase deploy --dry-run",
        "firebase hosting:channel:list",
      ],
    },
  }),
  tool("expo", {
    knows: "verbs",
    does: [{ on: "publish upload:* push:* send submit", is: "publish" }],
    examples: { publish: ["expo publish"], fine: ["expo start", "expo export"] },
  }),
  tool("serverless sls", {
    does: BUILDING,
    options: { loads: "-C --cwd -a --app --plugin --config -c" },
    examples: {
      "read-secret": ["serverless account token"],
      "destroy-remote": ["serverless remove"],
      publish: ["serverless deploy"],
      "change-remote": ["serverless invoke -f hello", "serverless dashboard", "serverless config:set x"],
      "run-foreign": ["serverless offline --config ~/downloads/x"],
      fine: [
        "serverless",
        "serverless offline",
        "serverless package update",
        "serverless invoke local -f hello",
        "serverless gen:types",
        "serverless deploy --dry-run",
      ],
    },
  }),
  tool("vagrant", {
    does: [
      { on: "ssh", by: insideMachine },
      { on: "plugin", is: "install-global" },
      ...deploys("status global-status ssh-config up validate version box init port"),
    ],
    examples: {
      "install-global": ["vagrant plugin install x"],
      "destroy-remote": ["vagrant destroy -f", "vagrant box remove x"],
      "change-remote": ["vagrant ssh -c 'sudo rm -rf /data'", "vagrant provision"],
      publish: ["vagrant cloud publish"],
      "read-secret": ["vagrant cloud token"],
      fine: ["vagrant", "vagrant up", "vagrant ssh -c uptime", "vagrant destroy --dry-run", "vagrant snapshot list"],
    },
  }),
]);
