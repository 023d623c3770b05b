import { family, type Tool, tool } from "../tool-shape.ts";
import { chmod } from "./chmod.ts";

/** Tools that change which users may use a file. */
export const ACCESS: readonly Tool[] = family("everything", [
  tool("chmod", {
    by: chmod,
    examples: {
      "set-id-bit": ["chmod u+s app", "chmod 4755 app"],
      "access-vital": ["chmod -R 777 /", "chmod -x /etc/passwd", "chmod --reference=a ~/.ssh"],
      fine: ["chmod +x run.sh", "chmod -R go-w build"],
    },
  }),
  tool("chown chgrp", {
    takes: "--reference: --from: --recursive --no-dereference",
    does: [{ with: "--reference", operands: "opens" }],
    first: "text",
    operands: "opens",
    examples: {
      "access-vital": ["chown -R me /etc", "chown --reference=a /etc"],
      fine: ['chown "$OWNER" a.txt', "chown -R me:me build"],
    },
  }),
  tool("setfacl", {
    takes: "-m: --modify: -x: --remove: -M: -X: --set: --set-file: --restore: --recursive",
    also: [{ with: "--restore", is: "write-outside", because: "access lists of any file" }],
    operands: "opens",
    examples: {
      "access-vital": ["setfacl -m u:me:rwx /etc/passwd"],
      "write-outside": ["setfacl --restore=acls.txt"],
      fine: ["setfacl -m u:me:rwx build"],
    },
  }),
  tool("chattr", {
    takes: "-p: -v:",
    ignores: "+* =*",
    operands: "opens",
    examples: { "access-vital": ["chattr -i /etc/passwd"], fine: ["chattr +C build"] },
  }),
]);
