/**
 * Spec: strings are trimmed before they are sent, and emptied fields become null where the field may be null.
 * @returns the values trimmed, with the empty ones of `nullable` as null
 */
export function trimmed<Values extends Record<string, unknown>, Name extends keyof Values>(
  values: Values,
  nullable: readonly Name[],
): { [Key in keyof Values]: Key extends Name ? Values[Key] | null : Values[Key] } {
  const entries = Object.entries(values).map(([name, value]) => {
    const text = typeof value === 'string' ? value.trim() : value;
    return [name, text === '' && (nullable as readonly string[]).includes(name) ? null : text];
  });
  return Object.fromEntries(entries);
}
