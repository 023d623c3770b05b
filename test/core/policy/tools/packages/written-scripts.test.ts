import { expect, test } from "vitest";
import { judge } from "../../../../../src/core/policy/judge.ts";
import { PLACE } from "../../../../attacks/shared-corpus.ts";

const decisionOf = (command: string): string => judge(command, PLACE).decision;
const written = (scripts: string, file = "package.json"): string => `echo '{"scripts":{${scripts}}}' > ${file}`;

test.each([
  `${written('"x": "rm -rf /"')}; npm run x`,
  `${written('"x": "ls", "postx": "rm -rf /"')}; npm run x`,
  `${written('"x": "rm -rf /"')}; yarn x`,
  `${written('"test": "rm -rf /"')}; npm -C . t && npm test`,
  `${written('"preinstall": "rm -rf /"')}; npm -C . i`,
  `mkdir app; ${written('"x": "rm -rf /"', "app/package.json")}; npm --prefix app run x`,
  `${written('"x": "rm -rf /"', "composer.json")}; composer run-script x`,
])("%s runs what it wrote", (command) => {
  expect(decisionOf(command)).toBe("deny");
});

test.each([`${written('"x": "rm -rf /"')}; npm run y`, `${written('"x": "vitest run"')}; npm run x`, "npm run build"])(
  "%s is fine",
  (command) => {
    expect(decisionOf(command)).toBe("allow");
  },
);
