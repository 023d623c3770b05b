/** Every benchmark by the name that `npm run bench -- NAME` takes. Each runs in a process of its own. */
import { background } from "./background.ts";
import { journal } from "./journal.ts";
import { kill } from "./kill.ts";
import { list, readers } from "./lists.ts";
import { mcpEcho, mcpStart } from "./mcp.ts";
import type { Bench } from "./measure.ts";
import { flood, output } from "./output.ts";
import { policy } from "./policy.ts";
import { manyFiles, manyRepositories, sandbox, someFiles } from "./sandbox.ts";
import { newTexts, session, start, throughput, tool } from "./session.ts";
import { terminal } from "./terminal.ts";
import { tries } from "./tries.ts";

export const BENCHES: Readonly<Record<string, Bench>> = {
  session,
  tool,
  "new-texts": newTexts,
  throughput,
  start,
  background,
  output,
  flood,
  kill,
  list,
  readers,
  "mcp-start": mcpStart,
  "mcp-echo": mcpEcho,
  journal,
  sandbox,
  "some-files": someFiles,
  "many-files": manyFiles,
  "many-repositories": manyRepositories,
  tries,
  terminal,
  policy,
};
