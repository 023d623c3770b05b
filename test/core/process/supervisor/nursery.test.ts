import "./nursery.contract.ts";
