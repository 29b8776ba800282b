const position = /^(?:#(?<hash>\d+)|\((?<bracket>\d+)\)|(?<dash>\d+) -) /;

/**
 * tap-xunit, lab and Perl's formatter put a test's position in the report before its name, by which it would be called differently as
 * soon as there is another test before it.
 * @param at the positions that it may be, counted from 1
 */
export function withoutPosition(name: string, ...at: readonly number[]): string {
  const found = position.exec(name);
  const said = found?.groups?.hash ?? found?.groups?.bracket ?? found?.groups?.dash;
  return found && at.includes(Number(said)) ? name.slice(found[0].length) : name;
}
