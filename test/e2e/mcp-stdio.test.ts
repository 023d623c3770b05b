import { mcpContract } from "../contract/mcp.contract.ts";
import { openPlace, stdioTarget } from "./servers.ts";

mcpContract(async () => {
  const place = openPlace();
  return { target: stdioTarget(place, { handoverMs: 3000 }), close: () => place.leave() };
});
