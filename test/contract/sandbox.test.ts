import { createSandbox } from "../../src/core/sandbox/create-sandbox.ts";
import { hasBubblewrap } from "../support/open-sandbox.ts";
import { sandboxContract } from "./sandbox.contract.ts";

sandboxContract({ name: "no sandbox", open: (context) => createSandbox("none", context), isWall: false });

sandboxContract({
  name: "bubblewrap",
  missing: hasBubblewrap ? undefined : "bubblewrap is not installed",
  open: (context) => createSandbox("workspace", context),
  isWall: true,
});
