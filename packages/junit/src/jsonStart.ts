const token = /"(?<text>(?:[^"\\]|\\.)*)"?|[{}[\]:,]|[^\s"{}[\]:,]+/gs;

/**
 * Finds the members at the beginning of a JSON document, which tell its format.
 * @param start may end anywhere
 * @returns the paths of the members of its first value: `config.rootDir`, `*.uri` for those of an array's elements
 */
export function membersAtStart(start: string): ReadonlySet<string> {
  const members = new Set<string>();
  const open: { path: string; isArray: boolean }[] = [];
  let [path, isKey] = ['', false];
  for (const { 0: said, groups } of start.matchAll(token)) {
    const around = open.at(-1);
    if (!around && said !== '{' && said !== '[') break;
    if (said === '{' || said === '[') {
      open.push({ path, isArray: said === '[' });
      isKey = said === '{';
      if (said === '[') path = joined(path, '*');
    } else if (said === '}' || said === ']') {
      path = open.pop()?.path ?? '';
      if (open.length === 0) break;
    } else if (said === ',' && around) {
      isKey = !around.isArray;
      if (around.isArray) path = joined(around.path, '*');
    } else if (isKey && groups?.text !== undefined && around) {
      path = joined(around.path, groups.text);
      members.add(path);
      isKey = false;
    }
  }
  return members;
}

/** @returns whether a document begins as JSON does */
export function isJson(start: string): boolean {
  return /^\uFEFF?\s*(?:\{\s*["}]|\[\s*[[\]{"\d])/.test(start);
}

function joined(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}
