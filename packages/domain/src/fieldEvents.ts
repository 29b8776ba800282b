import {
  type ChangedValues,
  type DeclaredFields,
  type FieldEvent,
  fieldNames,
  namesSetting,
  type ValuesOf,
} from '@assay/contract';

/**
 * @param ids the properties of the events that name the thing
 * @param wanted fields that it does not have stay as they are
 * @returns an event for each field that gets another value, in the order of the declaration
 */
export function fieldEvents<Fields extends DeclaredFields, Ids extends object>(
  fields: Fields,
  ids: Ids,
  before: ValuesOf<Fields>,
  wanted: ChangedValues<Fields>,
): FieldEvent<Fields, Ids>[] {
  const asked: Readonly<Record<string, unknown>> = wanted;
  return fieldNames(fields).flatMap((name) => {
    const type = fields[name]?.changedBy;
    const [from, to]: unknown[] = [before[name], asked[name]];
    if (type === undefined || to === undefined || to === from) return [];
    const change = namesSetting(type) ? { setting: name, from, to } : { from, [name]: to };
    return [{ type, data: { ...ids, ...change } } as FieldEvent<Fields, Ids>];
  });
}
