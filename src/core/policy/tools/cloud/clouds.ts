import { family, type Tool, tool } from "../tool-shape.ts";
import { VERBS } from "./cloud-verbs.ts";

/** Clouds and services whose tools need no rows besides the usual verbs. */
export const CLOUDS: readonly Tool[] = family("usual", [
  tool(
    "doctl linode-cli hcloud scw ibmcloud oci aliyun tccli vultr-cli exo upctl civo openstack nova cinder neutron glance ovhcloud yc bq nomad consul boundary waypoint gitea jira linear linear-cli circleci deck apigee apigeecli ldcli unleash flagsmith fastly algolia gitlab-runner buildkite-agent auth0 databricks velero eksctl",
    {
      does: VERBS,
      examples: {
        "read-secret": ["doctl account token"],
        "destroy-remote": ["doctl compute droplet delete web", "doctl server stop web"],
        publish: ["doctl apps deploy web"],
        "change-remote": ["doctl compute droplet create web", "doctl config set x"],
        fine: [
          "doctl compute droplet list",
          "doctl secret list",
          "doctl compute droplet delete --help",
          "doctl apps update web --dry-run",
          "doctl server get restart",
        ],
      },
    },
  ),
  // Clouds that run on this machine, for tests.
  tool("awslocal samlocal tflocal cdklocal", { examples: { fine: ["awslocal s3 rb s3://test --force"] } }),
  tool("splunk", {
    does: [{ says: "clean", is: "destroy-remote" }, ...VERBS],
    examples: {
      "read-secret": ["splunk show token"],
      "destroy-remote": ["splunk clean eventdata -index web", "splunk remove index web"],
      publish: ["splunk apply shcluster-bundle"],
      "change-remote": ["splunk add index web"],
      fine: ["splunk list index", "splunk remove index --help", "splunk add index web --dry-run", "splunk show add"],
    },
  }),
  tool("nsupdate", {
    does: [{ is: "change-remote", because: "DNS records" }],
    examples: { "change-remote": ["echo 'update delete web.example.com A' | nsupdate"], fine: ["nsupdate -V"] },
  }),
  tool("scancel qdel bkill condor_rm", {
    does: [{ is: "destroy-remote", because: "jobs of a cluster" }],
    examples: { "destroy-remote": ["scancel -u dev"], fine: ["scancel --help"] },
  }),
  tool("gitlab-rails", {
    does: [
      { on: "runner r", is: "change-remote", operands: "ruby" },
      { on: "console dbconsole c", is: "change-remote" },
    ],
    examples: {
      "change-remote": ["gitlab-rails runner 'Project.find(3).destroy'", "gitlab-rails console"],
      "delete-vital": ["gitlab-rails runner 'system(\"rm -rf /\")'"],
      fine: ["gitlab-rails about"],
    },
  }),
  tool("gitlab-backup gitlab-rake", {
    does: [{ with: "restore *:restore *:destroy *:reset *:remove *:cleanup*", is: "destroy-remote" }],
    examples: {
      "destroy-remote": ["gitlab-backup restore BACKUP=1", "gitlab-backup gitlab:backup:restore"],
      fine: ["gitlab-backup create"],
    },
  }),
]);
