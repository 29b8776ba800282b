const position = /^(?:#(?<hash>\d+)|\((?<bracket>\d+)\)) /;

/**
 * tap-xunit and lab put a test's position in the report before its name, by which it would be called differently as
 * soon as there is another test before it.
 * @param at the position, counted from 1
 */
export function withoutPosition(name: string, at: number): string {
  const found = position.exec(name);
  const said = found?.groups?.hash ?? found?.groups?.bracket;
  return found && Number(said) === at ? name.slice(found[0].length) : name;
}
