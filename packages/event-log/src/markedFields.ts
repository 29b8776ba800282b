/** What a schema says about texts that are encrypted at rest; see event-schemas/README.md. */
type SchemaNode = {
  type?: string | readonly string[];
  $ref?: string;
  $defs?: Record<string, SchemaNode>;
  properties?: Record<string, SchemaNode>;
  items?: SchemaNode;
  anyOf?: readonly SchemaNode[];
  oneOf?: readonly SchemaNode[];
  allOf?: readonly SchemaNode[];
  'x-personal'?: boolean | string;
  'x-secret'?: boolean;
};

/** Stands for every item of an array in a path. */
const everyItem = Symbol('every item');

/** A text, or every text that one place in the schema describes. */
export type MarkedField = {
  /** From the top of the event's data. */
  path: readonly (string | typeof everyItem)[];
  /** The property at the top of the data that holds the id of the person whose key it is; null: the account's key. */
  personIn: string | null;
};

/**
 * Finds the marked texts of an event, at any depth.
 * @throws TypeError for a mark on anything but a text, and for a person that the schema does not name: data must never
 *   be stored readable by mistake.
 */
export function markedFieldsOf(schema: object): MarkedField[] {
  const root: SchemaNode = schema;
  const fields = new Map<string, MarkedField>();

  function visit(node: SchemaNode, path: MarkedField['path'], within: readonly SchemaNode[]): void {
    // A schema that contains itself: its marks have been found further up.
    if (within.includes(node)) return;
    const inside = [...within, node];
    const target = node.$ref === undefined ? undefined : definitionOf(root, node.$ref);
    if (target) visit(target, path, inside);
    const marks = [node['x-personal'], node['x-secret']].filter((mark) => mark !== undefined && mark !== false);
    if (marks.length > 0) add(fieldAt(root, target ?? node, node, path));
    for (const [name, property] of Object.entries(node.properties ?? {})) visit(property, [...path, name], inside);
    if (node.items) visit(node.items, [...path, everyItem], inside);
    for (const branch of [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])]) {
      visit(branch, path, inside);
    }
  }

  /** A text may be marked where it is used and where it is defined, but is encrypted once. */
  function add(field: MarkedField): void {
    const place = placeOf(field.path);
    const other = fields.get(place);
    if (other && other.personIn !== field.personIn) throw new TypeError(`${place} is marked for two different keys`);
    fields.set(place, field);
  }

  visit(root, [], []);
  return [...fields.values()];
}

function placeOf(path: MarkedField['path']): string {
  return path.map((step) => (step === everyItem ? '*' : step)).join('/');
}

function definitionOf(root: SchemaNode, reference: string): SchemaNode {
  const found = root.$defs?.[reference.replace('#/$defs/', '')];
  if (!found) throw new TypeError(`${reference} is not among the schema's $defs`);
  return found;
}

function fieldAt(root: SchemaNode, text: SchemaNode, marked: SchemaNode, path: MarkedField['path']): MarkedField {
  const place = placeOf(path);
  const types = [text.type].flat().filter((type) => type !== 'null');
  if (types.length !== 1 || types[0] !== 'string') throw new TypeError(`${place} is marked and is not a text`);
  const { 'x-personal': personal, 'x-secret': secret } = marked;
  if (personal && secret) throw new TypeError(`${place} is marked as personal and as secret`);
  if (!personal) return { path, personIn: null };
  const personIn = personal === true ? 'userId' : personal;
  if (!root.properties?.[personIn]) throw new TypeError(`${place} is personal, but there is no ${personIn}`);
  return { path, personIn };
}

/**
 * Copies data with every text at a path changed. What is null or left out stays so; everything beside the path is
 * shared with the original.
 */
export async function changeTexts(
  value: unknown,
  path: MarkedField['path'],
  change: (text: string) => Promise<string>,
): Promise<unknown> {
  const [step, ...rest] = path;
  if (step === undefined) return typeof value === 'string' ? change(value) : value;
  if (step === everyItem) {
    return Array.isArray(value) ? Promise.all(value.map((item) => changeTexts(item, rest, change))) : value;
  }
  if (typeof value !== 'object' || value === null || !(step in value)) return value;
  const fields: Record<string, unknown> = { ...value };
  fields[step] = await changeTexts(fields[step], rest, change);
  return fields;
}
