import { describe, expect, test } from "vitest";
import { Sitting, WALLS } from "./sitting.ts";

describe.each(WALLS)("with the sandbox %s", (sandbox) => {
  test("a program is told of another size", async () => {
    const it = await Sitting.begin("trap 'stty size' WINCH; echo ready; while :; do sleep 0.1; done", { sandbox });
    await it.shows("ready");
    await it.input({ cols: 90, rows: 20 });
    await it.shows("20 90");
  });

  test("Ctrl-C interrupts, Ctrl-D ends the input", async () => {
    const it = await Sitting.begin("trap 'echo caught' INT; cat; echo over; sleep 1000; echo last", { sandbox });
    await it.type("said\n");
    await it.shows(/said[^]*said/);
    await it.press("C-d");
    await it.shows("over");
    await it.press("C-c");
    await it.shows("caught");
    await it.shows("last");
  });

  test("Ctrl-Z stops what is in front, fg brings it back", async () => {
    const it = await Sitting.begin("bash --norc -i", { sandbox });
    await it.shows(/[$#]/);
    await it.enter("sleep 1000");
    await it.press("C-z");
    await it.shows("Stopped");
    await it.enter("fg");
    await it.shows(/fg[^]*sleep 1000/);
    await it.press("C-c");
    await it.enter("exit 5");
    expect(await it.ended()).toBe(5);
  });

  test("of ten megabytes none is lost", async () => {
    const it = await Sitting.begin("head -c 10000000 /dev/zero | tr '\\0' x | fold -w 99; echo; echo end", { sandbox });
    expect(await it.ended()).toBe(0);
    await it.shows("end");
    const printed = it.kit.shells.getShell(it.id)?.transcript.bytes.stdout ?? 0;
    // Each line ends in CR LF on a terminal.
    expect(printed).toBe(10_000_000 + 2 * Math.floor(10_000_000 / 99) + "\r\nend\r\n".length);
  });

  test("bytes that are no UTF-8 cost nothing of what stands beside them", async () => {
    const it = await Sitting.begin(String.raw`printf 'a\xff\xfe\xc3(b\n'; echo next; read x`, { sandbox });
    await it.shows(/^ *1 a�*\(b$/m);
    await it.shows("next");
  });

  test("a program that never stops drawing is read, typed into and ended", async () => {
    const it = await Sitting.begin(String.raw`while :; do printf '\e[H%s\e[K' "$RANDOM drawn"; done`, { sandbox });
    await it.shows("drawn");
    await it.press("C-c");
    expect(await it.ended()).toBe(130);
  });

  const STUBBORN = "(trap '' HUP TERM INT; setsid sleep 1000 & nohup sleep 1000 & sleep 1000) & echo begun; read x";

  test("nothing is left alive after a kill", async () => {
    const it = await Sitting.begin(STUBBORN, { sandbox });
    await it.shows("begun");
    expect((await it.kit.call("KillShell", { bash_id: it.id })).success).toBe(true);
  });

  test("nothing is left alive after a timeout", async () => {
    const it = await Sitting.begin("true", { sandbox });
    const { metadata } = await it.kit.bash(`${STUBBORN.replace("read x", "sleep 1000")}`, { tty: true, timeout: 2000 });
    expect(metadata).toMatchObject({ timed_out: true });
  });

  test("nothing is left alive after a dispose", async () => {
    const it = await Sitting.begin(STUBBORN, { sandbox });
    await it.shows("begun");
    await it.kit.dispose();
  });
});
