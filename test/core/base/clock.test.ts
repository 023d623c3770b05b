import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { after, every, sleep, steadyMs, stopwatch } from "../../../src/core/base/clock.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test.each([2, 999, 120_000, 2 ** 31 - 1, 2 ** 31, 90 * DAY_MS])("a wait of %i ms lasts that long", async (ms) => {
  vi.useFakeTimers();
  const act = vi.fn();
  after(ms, act);
  await vi.advanceTimersByTimeAsync(Math.max(0, ms - 2));
  expect(act).toHaveBeenCalledTimes(0);
  await vi.advanceTimersByTimeAsync(60);
  expect(act).toHaveBeenCalledTimes(1);
});

test.each([1000, 2 ** 31, 60 * DAY_MS])("a beat of %i ms comes that often", async (ms) => {
  vi.useFakeTimers();
  const act = vi.fn();
  const beat = every(ms, act);
  await vi.advanceTimersByTimeAsync(3 * ms - 1);
  expect(act).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(4);
  expect(act).toHaveBeenCalledTimes(3);
  beat.cancel();
  await vi.advanceTimersByTimeAsync(2 * ms);
  expect(act).toHaveBeenCalledTimes(3);
});

test("a timer that was cancelled does nothing, also when its time has come already", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const act = vi.fn();
  const timer = after(10, act);
  vi.advanceTimersByTime(10); // the time has come, and what other processes said is heard first
  timer.cancel();
  vi.useRealTimers();
  await sleep(5);
  expect(act).not.toHaveBeenCalled();
});

test.each([250, 1250, 120_000])(
  "a timer of %i ms that is refreshed begins anew, also when it has acted",
  async (ms) => {
    vi.useFakeTimers();
    const act = vi.fn();
    const timer = after(ms, act);
    await vi.advanceTimersByTimeAsync(ms / 50);
    timer.refresh();
    await vi.advanceTimersByTimeAsync(ms - 2);
    timer.refresh();
    await vi.advanceTimersByTimeAsync(ms - 2);
    expect(act).toHaveBeenCalledTimes(0);
    await vi.advanceTimersByTimeAsync(10);
    expect(act).toHaveBeenCalledTimes(1);
    timer.refresh();
    await vi.advanceTimersByTimeAsync(ms + 10);
    expect(act).toHaveBeenCalledTimes(2);
  },
);

/** Makes a host that can stand still: its clock goes on, its timers come late. */
function hostWithTimers(): (ms: number) => void {
  vi.useFakeTimers();
  const now = performance.now.bind(performance);
  let stood = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now() + stood);
  return (ms) => {
    stood += ms;
  };
}

test("time in which the host stood still does not count", async () => {
  const standStill = hostWithTimers();
  const act = vi.fn();
  after(5000, act);
  await vi.advanceTimersByTimeAsync(2500);
  standStill(60_000);
  await vi.advanceTimersByTimeAsync(2500);
  expect(act).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1010);
  expect(act).toHaveBeenCalledTimes(1);
});

test("a host that is always late still comes to an end", async () => {
  const standStill = hostWithTimers();
  const act = vi.fn();
  after(5000, act);
  for (let stalls = 1; stalls <= 20; stalls += 1) {
    standStill(60_000);
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(act).toHaveBeenCalledTimes(1);
});

test("a stopwatch does not count what lies between two looks far apart", () => {
  const standStill = hostWithTimers();
  const spent = stopwatch();
  vi.advanceTimersByTime(200);
  expect(spent()).toBe(200);
  standStill(60_000);
  expect(spent()).toBeLessThan(1000);
});

test("a jump of the time of day changes no span", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const [begun, spent] = [steadyMs(), stopwatch()];
  vi.setSystemTime(Date.now() + 90 * DAY_MS);
  await sleep(1);
  vi.setSystemTime(0);
  expect(steadyMs() - begun).toBeGreaterThan(0);
  expect(steadyMs() - begun).toBeLessThan(DAY_MS);
  expect(spent()).toBeLessThan(DAY_MS);
});

test("what another process has said while the host was stopped is heard before the timer", async () => {
  const script = `
    import { spawn } from "node:child_process";
    import { after } from ${JSON.stringify(resolve("dist/modules/core/base/clock.js"))};
    const child = spawn("/bin/sh", ["-c", "sleep 0.3; echo said"]);
    child.stdout.once("data", () => { console.log("heard"); process.exit(); });
    after(1000, () => { console.log("late"); process.exit(); });
    console.log("waits");`;
  const host = spawn(process.execPath, ["--input-type=module", "-e", script]);
  const told: string[] = [];
  host.stdout.on("data", (chunk: Buffer) => told.push(...chunk.toString().trim().split("\n")));
  await once(host.stdout, "data");
  host.kill("SIGSTOP");
  await sleep(2000); // longer than the timer; how much longer does not matter
  host.kill("SIGCONT");
  await once(host, "exit");
  expect(told).toEqual(["waits", "heard"]);
});
