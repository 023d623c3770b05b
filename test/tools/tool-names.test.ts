import { expect, onTestFinished, test } from "vitest";
import { prefixedToolNames, toolNamesOf } from "../../src/tools/tool-names.ts";
import { createToolkit, type Toolkit } from "../../src/tools/toolkit.ts";
import { wordsFor } from "../../src/tools/words.ts";
import { tempDir } from "../support/temp-dir.ts";

test("a prefix in small letters makes names in small letters, any other keeps them", () => {
  expect(prefixedToolNames("nacre_")).toEqual({
    Bash: "nacre_bash",
    BashOutput: "nacre_bash_output",
    BashInput: "nacre_bash_input",
    KillShell: "nacre_kill_shell",
    ListShells: "nacre_list_shells",
  });
  expect(prefixedToolNames("Nacre").BashOutput).toBe("NacreBashOutput");
  expect(toolNamesOf({ Bash: "shell" })).toMatchObject({ Bash: "shell", KillShell: "KillShell" });
});

/** Every text in the words, with something for each parameter. */
function textsOf(words: object): string[] {
  const filler: unknown = new Proxy([], { get: (_, key) => (key === "length" ? 0 : undefined) });
  return Object.values(words).flatMap((word: unknown) => {
    if (typeof word !== "function") return [JSON.stringify(word)];
    try {
      return [String(word.call(undefined, filler, filler, filler))];
    } catch {
      return [String(word)]; // takes more than filler: its source shows what it names
    }
  });
}

test("no sentence names a tool in another way than the model sees it", () => {
  const renamed = textsOf(wordsFor(prefixedToolNames("nacre_"))).join("\n");
  expect(textsOf(wordsFor(toolNamesOf())).join("\n")).toContain("BashOutput");
  expect(renamed).toContain("nacre_bash_output");
  expect(renamed.replaceAll(/tool\.\w+/g, "")).not.toMatch(/\b(?:BashOutput|KillShell|ListShells|Bash)\b/);
});

function renamedKit(): Toolkit {
  const [workingDir, stateDir] = [tempDir(), tempDir()];
  const kit = createToolkit({ workingDir, stateDir, loginShell: false, toolNames: prefixedToolNames("nacre_") });
  onTestFinished(() => kit.dispose());
  return kit;
}

test("renamed tools are listed, called and spoken of by their new names, and still answer to the usual ones", async () => {
  const kit = renamedKit();
  expect(kit.schemas("mcp").map(({ name }) => name)).toEqual(Object.values(prefixedToolNames("nacre_")));
  expect(kit.schemas("json-schema")[0]?.title).toBe("nacre_bash");
  const started = await kit.call("nacre_bash", { command: "sleep 60", run_in_background: true });
  expect(started.output).toContain("nacre_kill_shell");
  expect(started.output).not.toMatch(/\bKillShell\b/);
  const { bash_id: id } = started.metadata;
  expect((await kit.call("nacre_bash_output", { shell_id: id })).metadata["is_running"]).toBe(true);
  expect((await kit.call("nacre_kill_shell", { bash_id: id })).success).toBe(true);
  expect((await kit.call("KillBash", { bash_id: id })).metadata["already_stopped"]).toBe(true);
  expect((await kit.call("Bash", { command: "" })).error).toContain("Invalid input for nacre_bash");
  expect((await kit.call("nothing", {})).error).toContain("there are nacre_bash, nacre_bash_output");
});

test("two tools cannot have one name", () => {
  const make = (): Toolkit => createToolkit({ workingDir: tempDir(), toolNames: { Bash: "one", KillShell: "one" } });
  expect(make).toThrow("one");
});
