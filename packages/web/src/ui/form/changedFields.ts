/** @returns the fields of a request that differ from what was there before, to be sent alone. */
export function changedFields<Request extends object>(after: Request, before: Request): Partial<Request> {
  const changed: Partial<Request> = {};
  for (const name in after) {
    if (JSON.stringify(after[name]) !== JSON.stringify(before[name])) changed[name] = after[name];
  }
  return changed;
}
