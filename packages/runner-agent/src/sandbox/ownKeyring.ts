/** `keyctl` says on its error output which keyring it joined, which does not belong to the output of tests. */
const script = [
  'keyctl="$1"; shift',
  'exec 9>&2 2>/dev/null',
  `exec "$keyctl" session - /bin/sh -c 'exec 2>&9 9>&-; exec "$@"' sh "$@"`,
].join('\n');

/**
 * Gives a program, and what it starts, a session keyring of its own: that of the agent's session is inherited, whatever
 * the user, so that tests would read the keys of other projects.
 * @param keyctl the program (keyutils); null where the machine lacks it
 * @returns what root starts before a program, with the path of each program
 */
export function withOwnKeyring(keyctl: string | null): string[] {
  return keyctl === null ? [] : ['/bin/sh', '-c', script, 'sh', keyctl];
}
