import { expect, test } from "vitest";
import { limitsOf } from "../../../../src/core/base/limits.ts";
import type { Cgroup } from "../../../../src/core/sandbox/bubblewrap/cgroup.ts";
import { ShellCgroups } from "../../../../src/core/sandbox/bubblewrap/shell-cgroups.ts";

type Counted = { readonly groups: ShellCgroups; readonly touched: () => number; readonly busy: Set<Cgroup> };

/** Groups that count how often the kernel would be asked to remove one; it refuses those that are busy. */
function counted(): Counted {
  let touched = 0;
  const busy = new Set<Cgroup>();
  const make = (): Cgroup => {
    const group: Cgroup = {
      holds: [],
      directories: [],
      freezer: undefined,
      remove: () => {
        touched += 1;
        return !busy.has(group);
      },
    };
    return group;
  };
  return { groups: new ShellCgroups(limitsOf(), make), touched: () => touched, busy };
}

test("a start touches no group of a shell that lives, however many there are", async () => {
  const { groups, touched } = counted();
  const made = Array.from({ length: 500 }, () => groups.create());
  expect(touched()).toBe(0);
  groups.shellEnded(made[3]);
  groups.shellEnded(made[3]);
  expect(touched()).toBe(1);
  groups.create();
  expect(touched()).toBe(1);
  await groups.close();
  expect(touched()).toBe(501);
});

test("a group in which a process is not yet reaped is tried again, at the next start and at the end", async () => {
  const { groups, touched, busy } = counted();
  const group = groups.create();
  if (group === undefined) throw new Error("no group");
  busy.add(group);
  groups.shellEnded(group);
  groups.create();
  expect(touched()).toBe(2);
  busy.clear();
  await groups.close();
  expect(touched()).toBe(4);
});
