import { DOWNLOAD, type Text } from "../../values/abstract-text.ts";
import { type Program, prints, writes } from "../effect.ts";
import { readOptions } from "../options.ts";

/** The name a download gets when none is given. */
export const fileNameOf = (url: Text): Text =>
  url.split(/[?#]/, 1)[0]?.replace(/\/+$/, "").split("/").at(-1) || "index.html";

/** Fetches every operand into a file. */
export const downloader: Program = ({ args }) => {
  const { rest, values } = readOptions(
    args,
    "-o: -d: -x: -s: -P: --output: -O: --dir: --out: --on-download-complete: --exec:",
  );
  const [directory = "."] = values("-d", "--dir", "-P");
  const [name] = values("-o", "--out", "-O");
  return [
    ...rest.filter((word) => /[.:/]/.test(word)).map((from) => ({ kind: "fetches", from }) as const),
    ...rest.map((url) => writes(`${directory}/${name ?? fileNameOf(url)}`, DOWNLOAD)),
    prints(DOWNLOAD),
  ];
};
