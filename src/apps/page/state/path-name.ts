/** The last name in a path. */
export const basename = (path: string): string => path.split("/").findLast((name) => name !== "") ?? path;
