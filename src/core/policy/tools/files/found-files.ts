import { family, type Tool, tool } from "../tool-shape.ts";
import { fd, find, parallel, xargs } from "./searches.ts";

/** Tools that find files, or run a command for each item of their input. */
export const FOUND_FILES: readonly Tool[] = family("everything", [
  tool("find bfs", {
    by: find,
    examples: {
      "delete-vital": ["find / -delete", "find / -exec rm -rf {} +"],
      "write-startup": ["find src -fprint ~/.bashrc"],
      fine: ["find . -name '*.log' -delete", "find src -type f -exec wc -l {} +"],
    },
  }),
  tool("fd fdfind", {
    by: fd,
    examples: { "delete-vital": ["fd . / -x rm -rf"], fine: ["fd -e ts", "fd -e log -x wc -l"] },
  }),
  tool("xargs", {
    by: xargs,
    examples: {
      "delete-vital": ["echo / | xargs rm -rf", "echo / | xargs -I{} rm -rf {}"],
      "fork-bomb": ["yes | xargs -P 0 sleep"],
      "read-secret": ["xargs -a ~/.ssh/id_rsa echo"],
      fine: ["ls | xargs wc -l"],
    },
  }),
  tool("parallel", {
    by: parallel,
    examples: {
      "delete-vital": ["parallel rm -rf ::: /", "parallel bash -c ::: 'rm -rf /'"],
      fine: ["parallel gzip ::: a.txt b.txt"],
    },
  }),
  tool("ifne", {
    takes: "",
    stopsAtWord: true,
    wraps: 0,
    examples: { "delete-vital": ["echo x | ifne rm -rf /"], fine: ["echo x | ifne wc -l"] },
  }),
]);
