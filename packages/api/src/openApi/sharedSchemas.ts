import * as contract from '@assay/contract';
import { IsArray, IsEnum, IsObject, IsSchema, IsUnion } from 'typebox';

/** A part of a description. */
export type Json = Record<string, unknown>;

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The same text for the same schema, in whatever order its keywords were written. */
function textOf(schema: unknown): string {
  return JSON.stringify(schema, (_key, value: unknown) =>
    isJson(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  );
}

/** The schemas that the contract names, by their text: those with parts of their own, as ids explain themselves. */
function namesByText(): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [name, schema] of Object.entries(contract)) {
    if (!IsSchema(schema) || !(IsObject(schema) || IsUnion(schema) || IsEnum(schema) || IsArray(schema))) continue;
    const text = textOf(schema);
    if (!names.has(text)) names.set(text, name);
  }
  return names;
}

/**
 * Says each schema that the contract names once, so that generated clients have one type for it.
 * @param paths what the description says of the calls; changed in place
 * @returns the schemas, by name
 */
export function shareSchemas(paths: Json): Record<string, Json> {
  const names = namesByText();
  const shared = new Map<string, Json>();

  function replaceWithin(node: unknown): void {
    if (Array.isArray(node) || isJson(node)) {
      for (const [key, value] of Object.entries(node)) {
        const ref = isJson(value) ? refTo(value) : null;
        if (ref === null) replaceWithin(value);
        else Reflect.set(node, key, ref);
      }
    }
  }
  function refTo(schema: Json): Json | null {
    const name = names.get(textOf(schema));
    if (name === undefined) return null;
    if (!shared.has(name)) {
      shared.set(name, schema);
      replaceWithin(schema);
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  replaceWithin(paths);
  return Object.fromEntries([...shared].sort(([a], [b]) => (a < b ? -1 : 1)));
}
