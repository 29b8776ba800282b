/** @returns the command as one argument of a shell, on Windows, too, where that is possible */
export function shellQuoted(command: string): string {
  return /["$`\\!%]/.test(command) ? `'${command.replaceAll("'", "'\\''")}'` : `"${command}"`;
}
