import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { driveHost } from "../support/driven-host.ts";
import { unique } from "../support/host.ts";
import { pidsWith } from "../support/is-alive.ts";
import { hasBubblewrap } from "../support/open-sandbox.ts";

test.for(["none", "workspace"] as const)(
  "a state directory that is deleted is made anew: every session goes on (sandbox: %s)",
  async (sandbox, { skip }) => {
    if (sandbox === "workspace" && !hasBubblewrap) skip("no bubblewrap");
    const [host, number] = [await driveHost({ sandbox }), unique()];
    const inOther = { session_id: "other" };
    await host.bash(`X=7; f() { echo "f $X"; }; sleep ${number}.1 &`);
    await host.bash("Y=8", inOther);
    const background = await host.bash(`echo said; exec sleep ${number}.2`, { run_in_background: true });
    const id = background.metadata.bash_id;
    rmSync(host.stateDir, { recursive: true });

    const next = await host.bash("f; cat", { stdin: "typed\n" });
    expect(next.output).toMatch(/^f 7\ntyped\n/);
    expect(next.output).toMatch(/session restored: nacre's state directory was deleted, so it was made anew/);
    expect(next.metadata).toMatchObject({ exit_code: 0, session_restored: true, lost: "nothing" });
    expect(pidsWith(`sleep ${number}.1`)).toEqual([]); // as it says
    const other = await host.bash("echo $Y", inOther);
    expect(other.output).toMatch(/^8\n\[note\] session restored: nacre's state directory was deleted/);
    expect((await host.bash("f")).output).toBe("f 7\n");
    expect((await host.bash("echo new", { session_id: "third" })).output).toBe("new\n");
    expect((await host.bash("f", { run_in_background: true })).output).toContain("\nf 7\n");
    const long = await host.bash("seq 30000");
    expect(long.metadata).toMatchObject({ exit_code: 0, truncated: true });
    expect(long.metadata).not.toHaveProperty("output_problem");

    expect((await host.call("BashOutput", { bash_id: id })).output).toContain("said\n");
    const shells = join(host.stateDir, "hosts", readdirSync(join(host.stateDir, "hosts"))[0] ?? "", "shells");
    expect(existsSync(join(shells, `${id}.json`))).toBe(true);
    expect(await host.call("KillShell", { shell_id: id })).toMatchObject({ success: true });
    expect(pidsWith(`sleep ${number}.2`)).toEqual([]);
    await host.act("dispose");
    expect(readdirSync(join(host.stateDir, "hosts"))).toEqual([]);
  },
);
