type Schema = {
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
};

/** Whether it is an object as JSON.parse makes it: anything else, such as a stream, has more above it than one prototype. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/**
 * Trims strings in arrays and plain objects; an empty string becomes null where null is allowed.
 * @param verbatim names of properties left untouched: passwords, variables' values
 */
export function tidyStrings(value: unknown, schema: Schema | undefined, verbatim: readonly string[]): unknown {
  const own = schema?.anyOf?.find((option) => option.type !== 'null') ?? schema;
  if (typeof value === 'string') {
    const trimmed = value.trim();
    const mayBeNull = schema?.anyOf?.some((option) => option.type === 'null') ?? false;
    return trimmed === '' && mayBeNull ? null : trimmed;
  }
  if (Array.isArray(value)) return value.map((item) => tidyStrings(item, own?.items, verbatim));
  if (!isPlainObject(value)) return value;
  const tidied = Object.entries(value).map(([name, item]) => [
    name,
    verbatim.includes(name) ? item : tidyStrings(item, own?.properties?.[name], verbatim),
  ]);
  return Object.fromEntries(tidied);
}
