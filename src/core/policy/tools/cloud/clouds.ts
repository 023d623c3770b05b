import { family, type Tool, tool } from "../tool-shape.ts";
import { VERBS } from "./cloud-verbs.ts";

/** Clouds and services whose tools need no rows besides the usual verbs. */
export const CLOUDS: readonly Tool[] = family("usual", [
  tool(
    "doctl linode-cli hcloud scw ibmcloud oci aliyun tccli vultr-cli exo upctl civo openstack nova cinder neutron glance ovhcloud yc bq nomad consul boundary waypoint gitea jira linear-cli",
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
]);
