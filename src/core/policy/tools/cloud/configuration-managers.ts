import { family, type Row, type Tool, tool } from "../tool-shape.ts";

/** A call that only checks is fine; any other changes machines, perhaps the user's own, to the described state. */
const APPLIES: readonly Row[] = [
  { with: "--check -C --syntax-check --list-hosts --list-tasks --list-tags" },
  { with: "*localhost*", options: { shell: "-a --args" }, is: "publish" },
  { is: "publish" },
];

/** Tools that bring many machines into the same state. */
export const CONFIGURATION_MANAGERS: readonly Tool[] = family("usual", [
  tool("ansible ansible-playbook ansible-pull", {
    does: APPLIES,
    options: { loads: "-M --module-path --playbook-dir", text: "--private-key --key-file" },
    examples: {
      publish: ["ansible all -m ping"],
      "delete-vital": ["ansible localhost -m shell -a 'rm -rf /'"],
      "run-foreign": ["ansible all -M /tmp/modules -m ping --check"],
      fine: [
        "ansible all -m ping --check",
        "ansible --list-hosts all",
        "ansible all -m ping --check --private-key ~/.ssh/id_rsa",
      ],
    },
  }),
  tool("puppet salt-call chef-client", {
    does: APPLIES,
    also: [{ with: "cmd.run cmd.shell cmd.run_all", operands: "shell" }],
    options: { loads: "-c --config-dir --config --modulepath --file-root", other: "-e --execute" },
    examples: {
      publish: ["puppet apply site.pp"],
      "delete-vital": [
        "puppet localhost -a 'rm -rf /'",
        "puppet --local cmd.run 'rm -rf /'",
        `puppet apply -e 'execute "rm -rf /"'`,
      ],
      "run-foreign": ["puppet apply --check --file-root /tmp/modules"],
      fine: ["puppet apply --check site.pp"],
    },
  }),
  tool("salt knife cfengine", {
    does: APPLIES,
    examples: {
      publish: ["salt '*' test.ping"],
      "delete-vital": ["salt localhost -a 'rm -rf /'"],
      fine: ["salt --check all"],
    },
  }),
]);
