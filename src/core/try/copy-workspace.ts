import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "../base/fault.ts";
import { TRY_COPY_BYTES, TRY_COPY_FILES } from "../base/limits/try-limits.ts";
import { doInSlices, type Steps } from "../base/slices.ts";
import { type BytePath, below, bytePathOf, listNames, lookAt, stepInto } from "./byte-path.ts";
import { copyEntry, linksAmongCopies } from "./keep/copy-entry.ts";
import { COPIED } from "./tried-changes.ts";

export type CopyPlaces = { readonly workspace: string; readonly top: string; readonly copy: string };

/**
 * Copies a workspace for a try, where no overlay can be had; blocks are shared where the file system can. A fault when
 * it is too large. `stampNs` tells the kernel's time.
 */
export async function copyWorkspace(
  { workspace, top, copy }: CopyPlaces,
  stampNs: () => Promise<bigint>,
  most: { readonly bytes: number; readonly files: number } = { bytes: TRY_COPY_BYTES, files: TRY_COPY_FILES },
): Promise<void> {
  const paths: BytePath[] = [];
  const real = bytePathOf(workspace);
  await doInSlices(listAll({ real, paths, left: { ...most } }, ""));
  await doInSlices(copyEntry(real, bytePathOf(copy), { rights: 0o7777, link: linksAmongCopies() }));
  const sinceNs = await stampNs();
  writeFileSync(join(top, COPIED), JSON.stringify({ sinceNs: String(sinceNs), paths }), { mode: 0o600 });
}

type Listing = {
  readonly real: BytePath;
  readonly paths: BytePath[];
  readonly left: { bytes: number; files: number };
};

function* listAll(listing: Listing, path: BytePath): Steps<void> {
  const { real, paths, left } = listing;
  for (const name of listNames(below(real, path))) {
    yield;
    const inner = stepInto(path, name);
    const stat = lookAt(below(real, inner));
    paths.push(inner);
    left.files -= 1;
    left.bytes -= stat?.isFile() === true ? Number(stat.size) : 0;
    if (left.files < 0 || left.bytes < 0)
      throw new Fault(
        "TRY_UNAVAILABLE",
        `no overlay can be had here, and the workspace is too large to be copied (${TRY_COPY_FILES} files, ${TRY_COPY_BYTES / 2 ** 30} GiB at the most)`,
      );
    if (stat?.isDirectory() === true) yield* listAll(listing, inner);
  }
}
