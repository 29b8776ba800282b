import { compileExpression, noVariables } from '../aggregation/compileExpression.ts';
import type { TextOrder } from '../bson/compareValues.ts';
import type { Document, Value } from '../bson/values.ts';
import { locationError, mongoError } from '../errors/mongoError.ts';
import { compileFilter } from './compileFilter.ts';
import type { KeptFields } from './keptFields.ts';
import { isNumber, numberValue } from './numberOperand.ts';

export type Projection = {
  project(document: Document): Document;
  /** The top-level fields it reads; undefined when it may read any. */
  readonly fields: ReadonlySet<string> | undefined;
  /** What it keeps, when it only leaves out the rest. */
  readonly kept: KeptFields | undefined;
};

/** What happens to one field. A tree mirrors dotted paths. */
type Node =
  | { kind: 'keep' }
  | { kind: 'drop' }
  | { kind: 'compute'; value: (field: Value | undefined, root: Document) => Value | undefined; always: boolean }
  | { kind: 'inside'; children: Map<string, Node> };

/** A field of a projection: what happens to it, and whether it makes the projection an inclusion or an exclusion. */
type FieldProjection = {
  node: Node;
  including: boolean | undefined;
};

/**
 * The projection of a query or of `$project`. Only a query has the projection operators `$slice` and `$elemMatch`; in
 * `$project`, `$slice` is the expression. Throws the codes of MongoDB's projection parser.
 * @param collation how `$elemMatch` compares text; undefined for the simple collation
 */
export function compileProjection(
  spec: Document,
  owner: 'query' | 'stage',
  collation: TextOrder | undefined,
): Projection {
  const root = new Map<string, Node>();
  let including: boolean | undefined;
  let idNode: Node = { kind: 'keep' };
  let readsAll = false;
  for (const [field, operand] of flatten(spec)) {
    const { node, including: mode } = compileField(field, operand, owner, collation);
    if (field === '_id') {
      idNode = node;
      continue;
    }
    if (node.kind === 'compute') readsAll = true;
    if (mode !== undefined) {
      if (including !== undefined && including !== mode) {
        throw locationError(
          mode ? 31253 : 31254,
          `Cannot do ${mode ? 'inclusion' : 'exclusion'} on field ${field} in ${including ? 'inclusion' : 'exclusion'} projection`,
        );
      }
      including = mode;
    }
    addNode(root, field.split('.'), node, field);
  }
  const include = including ?? (spec.has('_id') && root.size === 0 ? idNode.kind !== 'drop' : false);
  if (idNode.kind !== 'keep' || include) root.set('_id', idNode);
  if (idNode.kind === 'compute') readsAll = true;
  const fields = include && !readsAll ? new Set(root.keys()) : undefined;
  return {
    project: (document) => projectDocument(document, root, include, document),
    fields,
    kept: include ? keptFieldsOf(root) : undefined,
  };
}

/** @returns undefined when something is computed */
function keptFieldsOf(level: ReadonlyMap<string, Node>): KeptFields | undefined {
  const kept = new Map<string, 'whole' | KeptFields>();
  for (const [name, node] of level) {
    if (node.kind === 'drop') continue;
    if (node.kind === 'compute') return undefined;
    const fields = node.kind === 'keep' ? 'whole' : keptFieldsOf(node.children);
    if (fields === undefined) return undefined;
    kept.set(name, fields);
  }
  return kept;
}

/** `{ a: { b: 1 } }` is `{ 'a.b': 1 }`; documents of operators stay as they are. */
function* flatten(spec: Document, prefix = ''): Generator<[string, Value]> {
  for (const [name, operand] of spec) {
    const field = prefix + name;
    const [first] = operand instanceof Map ? operand.keys() : [];
    if (operand instanceof Map && first === undefined) {
      throw locationError(51270, 'An empty sub-projection is not a valid value. Found empty object at path');
    }
    if (operand instanceof Map && first?.startsWith('$') !== true) yield* flatten(operand, `${field}.`);
    else yield [field, operand];
  }
}

function compileField(
  field: string,
  operand: Value,
  owner: 'query' | 'stage',
  collation: TextOrder | undefined,
): FieldProjection {
  if (field === '' || field.startsWith('.') || field.endsWith('.')) {
    throw locationError(40353, 'FieldPath must not end with a .');
  }
  if (field.endsWith('.$') || field.includes('.$.')) {
    throw mongoError('NotImplemented', 'the positional projection operator is not supported');
  }
  if (field.startsWith('$'))
    throw locationError(16410, `FieldPath field names may not start with '$'. Consider using $getField or $setField.`);
  if (operand === true || (isNumber(operand) && numberValue(operand) !== 0))
    return { node: { kind: 'keep' }, including: true };
  if (operand === false || isNumber(operand)) return { node: { kind: 'drop' }, including: false };
  if (operand instanceof Map && owner === 'query') {
    const slice = operand.get('$slice');
    // A slice is allowed in either kind of projection.
    if (isNumber(slice) || (Array.isArray(slice) && slice.every(isNumber)))
      return { node: sliceNode(slice), including: undefined };
    const elemMatch = operand.get('$elemMatch');
    if (elemMatch !== undefined) return { node: elemMatchNode(elemMatch, collation), including: true };
  }
  const expression = compileExpression(operand);
  return {
    node: { kind: 'compute', value: (_field, root) => expression(root, noVariables), always: true },
    including: true,
  };
}

function sliceNode(slice: Value): Node {
  const [first, second] = Array.isArray(slice) ? slice : [undefined, slice];
  const skip = first === undefined ? undefined : numberValue(first);
  const count = numberValue(second);
  if (skip !== undefined && !(count > 0)) throw locationError(28724, 'Third argument to $slice must be positive');
  return {
    kind: 'compute',
    always: false,
    value: (field) => {
      if (!Array.isArray(field)) return field;
      if (skip === undefined) return count < 0 ? field.slice(count) : field.slice(0, count);
      const start = skip < 0 ? Math.max(field.length + skip, 0) : skip;
      return field.slice(start, start + count);
    },
  };
}

function elemMatchNode(condition: Value, collation: TextOrder | undefined): Node {
  if (!(condition instanceof Map)) throw mongoError('BadValue', '$elemMatch needs an Object');
  const filter = compileFilter(new Map([['field', new Map([['$elemMatch', condition]])]]), collation);
  return {
    kind: 'compute',
    always: false,
    value: (field) => {
      if (!Array.isArray(field)) return undefined;
      const found = field.find((item) => filter.matches(new Map([['field', [item]]])));
      return found === undefined ? undefined : [found];
    },
  };
}

function addNode(level: Map<string, Node>, path: readonly string[], node: Node, field: string): void {
  const [name = '', ...rest] = path;
  const present = level.get(name);
  if (rest.length === 0) {
    if (present !== undefined) throw locationError(31250, `Path collision at ${field}`);
    level.set(name, node);
    return;
  }
  if (present !== undefined && present.kind !== 'inside')
    throw locationError(31249, `Path collision at ${field} remaining portion ${rest.join('.')}`);
  const inside = present ?? { kind: 'inside' as const, children: new Map<string, Node>() };
  level.set(name, inside);
  addNode(inside.children, rest, node, field);
}

function projectDocument(
  document: Document,
  level: ReadonlyMap<string, Node>,
  include: boolean,
  root: Document,
): Document {
  const result: Document = new Map();
  for (const [name, value] of document) {
    const node = level.get(name);
    const projected = node === undefined ? (include ? undefined : value) : projectValue(value, node, include, root);
    if (projected !== undefined) result.set(name, projected);
  }
  // Computed fields that the document lacks come last, in the order of the projection.
  for (const [name, node] of level) {
    if (document.has(name)) continue;
    const value = computedFromNothing(node, root);
    if (value !== undefined) result.set(name, value);
  }
  return result;
}

function projectValue(value: Value, node: Node, include: boolean, root: Document): Value | undefined {
  switch (node.kind) {
    case 'keep':
      return value;
    case 'drop':
      return undefined;
    case 'compute':
      return node.value(value, root);
    case 'inside':
      if (value instanceof Map) return projectDocument(value, node.children, include, root);
      if (Array.isArray(value)) {
        const items = value.map((item) =>
          isInside(item) ? projectValue(item, node, include, root) : include ? undefined : item,
        );
        return items.filter((item) => item !== undefined);
      }
      return include ? computedFromNothing(node, root) : value;
  }
}

function isInside(item: Value): boolean {
  return item instanceof Map || Array.isArray(item);
}

function computedFromNothing(node: Node, root: Document): Value | undefined {
  if (node.kind === 'compute') return node.always ? node.value(undefined, root) : undefined;
  if (node.kind !== 'inside') return undefined;
  const result: Document = new Map();
  for (const [name, child] of node.children) {
    const value = computedFromNothing(child, root);
    if (value !== undefined) result.set(name, value);
  }
  return result.size > 0 ? result : undefined;
}
