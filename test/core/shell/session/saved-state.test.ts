import { expect, test } from "vitest";
import { fitState } from "../../../../src/core/shell/session/saved-state.ts";

test("a saved state is fit for another bash: what bash or we keep is left out, functions are not touched", () => {
  const body = "f () \n{ \n    cat <<E\ndeclare -ir UID=5\nalias x=1\nE\n\n}";
  const saved = `declare -ir UID="0"\ndeclare -- __nacre_d="/x"\ndeclare -x A="1"\n__nacre_t=''\n: __nacre functions\n${body}\n: __nacre rest\ndeclare -fx f\nalias q='echo q'\n`;
  expect(fitState(saved)).toBe(
    `declare -x A="1"\n__nacre_t=''\n: __nacre functions\n${body}\n: __nacre rest\nbuiltin declare -fx f\nbuiltin alias q='echo q'\n`,
  );
  expect(fitState("builtin shopt -s expand_aliases\n")).toBe("builtin shopt -s expand_aliases\n");
});

test("a state whose marks stand in the wrong order is left as it is", () => {
  const saved = 'declare -ir UID="0"\n: __nacre rest\n\n: __nacre functions\n';
  expect(fitState(saved)).toBe(saved);
});
