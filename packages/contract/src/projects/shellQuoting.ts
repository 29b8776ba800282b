/**
 * What a command within `npx -c` begins with where it runs npx itself: that would run the outer command again, which is
 * in its environment. Agents on Windows translate it.
 */
export const withoutNpmCall = 'unset npm_config_call && ';

/** Quotes within quotes are outside of them for cmd.exe, which acts on these there. */
const splits = /"[^"]*[&|<>^()][^"]*"/;

/**
 * @returns the command as one argument of a shell: in double quotes, which cmd.exe knows, too, unless a shell would
 * replace something within them
 */
export function shellQuoted(command: string): string {
  if (/[$`\\!%]/.test(command) || splits.test(command)) return `'${command.replaceAll("'", "'\\''")}'`;
  return `"${command.replaceAll('"', '\\"')}"`;
}
