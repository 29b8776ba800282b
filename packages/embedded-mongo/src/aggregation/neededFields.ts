import type { Value } from '../bson/values.ts';
import { stageOf } from './stages.ts';

/**
 * The top-level fields that a pipeline reads, when its first stage makes new documents ($group, $count); undefined when
 * it may need all. Fields that nobody reads are not decoded, which makes counting cheap.
 */
export function neededFields(pipeline: readonly Value[]): ReadonlySet<string> | undefined {
  const fields = new Set<string>();
  for (const spec of pipeline) {
    const { name, operand } = stageOf(spec);
    if (name === '$skip' || name === '$limit') continue;
    if (name === '$count') return fields;
    if (name === '$group' && collect(operand, fields)) return fields;
    return undefined;
  }
  return undefined;
}

/** False when an expression reads whole documents. */
function collect(operand: Value, fields: Set<string>): boolean {
  if (typeof operand === 'string' && operand.startsWith('$')) {
    if (operand.startsWith('$$')) return !operand.startsWith('$$ROOT') && !operand.startsWith('$$CURRENT');
    fields.add(operand.slice(1).split('.', 1)[0] ?? '');
    return true;
  }
  if (Array.isArray(operand)) return operand.every((item) => collect(item, fields));
  return !(operand instanceof Map) || [...operand.values()].every((value) => collect(value, fields));
}
