import { mcpContract } from "../contract/mcp.contract.ts";
import { end, openPlace, startHttp } from "./servers.ts";

mcpContract(async () => {
  const place = openPlace();
  const server = await startHttp(place, { handoverMs: 3000 });
  return {
    target: { kind: "http", url: server.url, token: server.token, byName: true },
    close: async () => {
      await end(server.process);
      await place.leave();
    },
  };
});
