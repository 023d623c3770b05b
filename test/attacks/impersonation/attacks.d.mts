/** One way to answer in bash's place; `where: "outside"`: only without a sandbox. */
export type Attack = { readonly name: string; readonly where?: "outside" };

export const ATTACKS: readonly Attack[];
