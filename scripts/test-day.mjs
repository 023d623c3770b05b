// npm run test:day [-- --write]: every command of docs/working-day.md behind the default sandbox (minutes); --write writes
// the page anew. What is not installed is skipped by name; on Debian this brings most of it:
//   apt-get install ed vim sqlite3 redis-server postgresql golang-go cargo ruby php-cli pandoc groff man-db tree rsync
//   ripgrep fd-find zip unzip p7zip-full shellcheck cmake ninja-build meson gdb strace graphviz universal-ctags nano
//   clang-format dos2unix bison flex m4 autoconf automake lua5.4 netcat-openbsd sudo cron info
import { join } from "node:path";
import { ensureDependencies, ensureSystemPackages, root, run } from "./ready.mjs";

await ensureDependencies();
ensureSystemPackages({ bash: "bash", bwrap: "bubblewrap", git: "git", setpriv: "util-linux" });
const words = process.argv.slice(2);
process.env.WORKING_DAY = "whole";
if (words.includes("--write")) process.env.WRITE_TABLE = "1";
const rest = words.filter((word) => word !== "--write");
run(join(root, "node_modules", ".bin", "vitest"), ["run", "test/day/working-day.test.ts", ...rest]);
