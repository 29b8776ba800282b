/** @returns the name of each thing by its id; the id itself where the thing is not there. */
export function namesById<Thing extends { _id: string; name: string }>(
  things: readonly Thing[],
): (id: string) => string {
  const names = new Map(things.map(({ _id, name }) => [_id, name]));
  return (id) => names.get(id) ?? id;
}
