import type { ShellView } from "../../../core/line/line-messages.ts";
import { openTranscript, type Transcript } from "../../../core/output/transcript.ts";
import type { ShellRecord } from "../../../core/shell/background/shell-record.ts";
import { shellsOnDisk } from "../../../core/shell/host/all-hosts.ts";
import { viewOfRecord } from "../../../core/shell/line/line-views.ts";

/** An ended shell that no live host tells of: what is left of it on disk. */
export type KeptShell = { readonly view: ShellView; readonly open: () => Transcript };

/** Older ones are read by their id, and not listed: a page is to open at once. */
const LISTED = 200;

const keptOf = (record: ShellRecord): KeptShell => ({
  view: viewOfRecord(record),
  open: () => openTranscript(record.logs),
});

/** The newest that are left on a state directory, oldest first. */
export const keptShells = (stateDir: string): readonly KeptShell[] => shellsOnDisk(stateDir).slice(-LISTED).map(keptOf);

export function findKept(stateDir: string, shell: string): KeptShell | undefined {
  const record = shellsOnDisk(stateDir).find(({ id }) => id === shell);
  return record === undefined ? undefined : keptOf(record);
}
