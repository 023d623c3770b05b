import { expect, test } from "vitest";
import { speakerOf } from "../../../../src/core/process/supervisor/speaker.ts";

test("a speaker is read from the words of the supervisor", () => {
  expect(speakerOf(["12", "1", "1"])).toEqual({ isHidden: true, isAlone: true });
  expect(speakerOf(["12", "0", "0"])).toEqual({ isHidden: false, isAlone: false });
  expect(speakerOf(["12", "-", "1"])).toEqual({ isHidden: undefined, isAlone: true });
});
