import { createCgroup } from "../../src/core/sandbox/bubblewrap/cgroup.ts";

/** Whether this user can make control groups that freeze: root can, and a user with a group of their own. */
export const canFreeze: boolean = canMakeOne();

function canMakeOne(): boolean {
  const group = createCgroup({});
  group?.remove();
  return group?.freezer !== undefined;
}
