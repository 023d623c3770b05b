import { describe, expect, test } from "vitest";
import { ANY, DECODED } from "../../../../src/core/policy/values/abstract-text.ts";
import {
  decodeEscapes,
  echoed,
  formatted,
  translated,
  unbase64,
  unhex,
} from "../../../../src/core/policy/values/printing.ts";

describe("printing", () => {
  test("escapes, echo and printf print what bash prints", () => {
    expect(decodeEscapes("\\x41\\101\\0101\\u0042\\n\\q\\x")).toBe("AAAB\n\\q\\x");
    expect([echoed(["-n", "a", "b"]), echoed(["-ne", "\\t"]), echoed(["-E", "-e", "\\t"]), echoed([])]).toEqual([
      "a b",
      "\t",
      "\t\n",
      "\n",
    ]);
    expect(formatted("%s-%c-%x-%o-%b-%%\\n", ["ab", "cd", "255", "8", "\\t"])).toBe("ab-c-ff-10-\t-%\n");
    expect([
      formatted("%s,", ["a", "b"]),
      formatted("x", ["a"]),
      formatted("%x%o", ["q", "q"]),
      formatted("%(%F)T", []),
    ]).toEqual(["a,b,", "x", "qq", ""]);
  });

  test("decoders turn back what is there, and call the rest decoded", () => {
    expect([unbase64("aGk="), unbase64("!!"), unbase64(`a${ANY}`), unbase64("AAEC")]).toEqual([
      "hi",
      DECODED,
      DECODED + ANY,
      DECODED,
    ]);
    expect([unhex("6869"), unhex("\\x68\\x69"), unhex("zz"), unhex(ANY)]).toEqual(["hi", "hi", DECODED, DECODED + ANY]);
  });

  test("tr maps, deletes and knows its classes", () => {
    expect([
      translated("abc", "a-c", "x-z"),
      translated("abc", "ab", "x"),
      translated("abc", "b", ""),
      translated("aB", "[:lower:]", "[:upper:]"),
      translated("a", "[:odd:]", "x"),
    ]).toEqual(["xyz", "xxc", "ac", "AB", "a"]);
  });
});
