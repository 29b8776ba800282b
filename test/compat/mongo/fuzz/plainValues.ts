/** The values that the fuzz works with: those whose meaning in JavaScript and in BSON is the same. */
export type Plain = null | boolean | number | string | Plain[] | PlainDocument;
export type PlainDocument = { [field: string]: Plain };

export function isDocument(value: Plain | undefined): value is PlainDocument {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** MongoDB's order of values, a missing one being null (manual, 'Comparison/Sort Order'). */
export function compare(a: Plain | undefined, b: Plain | undefined): number {
  const difference = rank(a) - rank(b);
  if (difference !== 0) return difference;
  if (Array.isArray(a) && Array.isArray(b)) return compareLists(a, b);
  if (isDocument(a) && isDocument(b)) {
    return compareLists(Object.entries(a).flatMap(byType), Object.entries(b).flatMap(byType));
  }
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : Number(a > b);
  return Number(a ?? 0) - Number(b ?? 0);
}

/** Of two fields, first the types count, then the names, then the values. */
function byType([name, value]: [string, Plain]): Plain[] {
  return [rank(value), name, value];
}

function compareLists(a: readonly Plain[], b: readonly Plain[]): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const order = compare(a[i], b[i]);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

export function rank(value: Plain | undefined): number {
  if (value === undefined || value === null) return 1;
  if (typeof value === 'number') return 2;
  if (typeof value === 'string') return 3;
  if (Array.isArray(value)) return 5;
  return typeof value === 'boolean' ? 6 : 4;
}
