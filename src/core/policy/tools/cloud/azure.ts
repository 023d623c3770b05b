import { family, type Tool, tool } from "../tool-shape.ts";
import { VERBS } from "./cloud-verbs.ts";

/** Microsoft's cloud. */
export const AZURE: readonly Tool[] = family("usual", [
  tool("az", {
    does: [
      { on: ["acr", "login"], is: "read-secret" },
      { on: ["ad", "sp", "create* credential"], is: "read-secret" },
      { says: "keys show-connection-string", within: 6, is: "read-secret" },
      ...VERBS,
    ],
    examples: {
      "read-secret": [
        "az acr login --name registry",
        "az ad sp create-for-rbac --name ci",
        "az storage account keys list --account-name x",
        "az keyvault secret show --name db --vault-name v",
        "az account get-access-token",
      ],
      "destroy-remote": ["az group delete --name prod", "az vm deallocate --name web"],
      publish: ["az webapp deploy --src-path app.zip"],
      "change-remote": ["az vm create --name web"],
      fine: ["az vm list", "az group delete --help", "az deployment group create --what-if"],
    },
  }),
]);
