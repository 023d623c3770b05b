import { dirname } from "node:path";

type Mount = { readonly id: string; readonly parent: string; readonly path: string };

/** The ids of the mounts that can be seen, by path, from the kernel's table: no mount on a directory above covers them. */
export function mountsIn(table: string): ReadonlyMap<string, string> {
  const mounts = table.split("\n").filter(Boolean).map(mountIn);
  const byId = new Map(mounts.map((mount) => [mount.id, mount]));
  const onEach = new Map<string, Set<string>>();
  for (const { id, parent, path } of mounts)
    if (id !== parent) onEach.set(parent, (onEach.get(parent) ?? new Set()).add(path));
  const isSeen = ({ id, parent, path }: Mount): boolean => {
    const below = byId.get(parent);
    if (below === undefined || parent === id) return true;
    const beside = onEach.get(parent);
    for (let way = path; way.length > below.path.length; ) {
      way = dirname(way);
      if (beside?.has(way) === true) return false;
    }
    return isSeen(below);
  };
  return new Map(mounts.filter(isSeen).map(({ path, id }) => [path, id]));
}

function mountIn(line: string): Mount {
  const [id = "", parent = "", , , path = ""] = line.split(" ", 5);
  return { id, parent, path: unescaped(path) };
}

/** The kernel writes spaces, tabs, newlines and backslashes of a path as octal numbers, byte by byte. */
function unescaped(path: string): string {
  if (!path.includes("\\")) return path;
  return path.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}
