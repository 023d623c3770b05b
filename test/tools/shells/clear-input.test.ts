import { expect, test } from "vitest";
import { openToolkit } from "../../support/open-toolkit.ts";

test("a refusal names the part and the rule that would allow it, and nothing is typed", async () => {
  const { start, call } = openToolkit();
  const id = await start("bash");
  const refused = await call("BashInput", { bash_id: id, text: "git push nowhere\n" });
  expect(refused).toMatchObject({ success: false, metadata: { bash_id: id, written: 0, refused_by: "nobody" } });
  expect(refused.error).toMatch(/^Nothing was typed\. Input blocked as possibly dangerous\./);
});

test("a caller that gives up while the user is asked has typed nothing", async () => {
  const stop = new AbortController();
  const approver = (): Promise<"once"> => {
    stop.abort();
    return new Promise(() => undefined);
  };
  const { start, call } = openToolkit({ approver });
  const id = await start("bash");
  const given = await call("BashInput", { bash_id: id, text: "git push nowhere\n" }, { signal: stop.signal });
  expect(given).toMatchObject({ success: false, metadata: { cancelled: true, written: 0 } });
});
