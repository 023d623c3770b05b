/** Why no shell can start in a directory, for an error code of the operating system. */
export function directoryProblem(path: string, code: string): string {
  switch (code) {
    case "ENOTDIR":
      return `${path} is not a directory`;
    case "EACCES":
    case "EPERM":
      return `${path} cannot be entered by this user`;
    case "ELOOP":
      return `${path} is a link that leads nowhere`;
    default:
      return `${path} does not exist`;
  }
}
