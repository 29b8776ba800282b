import * as contract from '@assay/contract';
import { type DeclaredField, type DeclaredFields, namesSetting } from '@assay/contract';
import { eventSchemas } from '@assay/event-schemas';

type Property = { type?: string | string[]; enum?: string[]; maxLength?: number; minimum?: number; maximum?: number };

function isDeclaration(value: unknown): value is DeclaredFields {
  const parts = typeof value === 'object' && value !== null ? Object.values(value) : [];
  return parts.length > 0 && parts.every((part) => Object(part).kind !== undefined && Object(part).label !== undefined);
}

/** By the category of the streams: `environmentFields` are those of environments. */
const declarations = Object.entries(contract).flatMap(([name, value]): [string, DeclaredFields][] =>
  name.endsWith('Fields') && isDeclaration(value) ? [[name.slice(0, -'Fields'.length), value]] : [],
);
const fields = declarations.flatMap(([category, declared]) =>
  Object.entries(declared).map(([name, field]) => ({ category, name, field })),
);
const changed = fields.flatMap(({ name, field }) =>
  field.changedBy === undefined ? [] : [{ name, field, event: field.changedBy }],
);

/** @returns the properties of the newest version of an event */
function propertiesOf(event: string): Record<string, Property & { 'x-brand'?: string }> {
  const versions = eventSchemas.filter(({ name }) => name === event).sort((a, b) => b.version - a.version);
  return (versions[0]?.schema as { properties: Record<string, Property> } | undefined)?.properties ?? {};
}

/** The part of an event's schema that a field leads to. */
function recorded(field: DeclaredField): object {
  switch (field.kind) {
    case 'text':
      return { type: field.nullable ? ['string', 'null'] : 'string', maxLength: field.rule.maxLength };
    case 'wholeNumber':
      return { type: 'integer', minimum: field.rule.minimum, maximum: field.rule.maximum };
    case 'choice':
      return { enum: [...field.values] };
    case 'reference':
      return { type: ['string', 'null'], 'x-brand': field.to };
  }
}

describe('a declared field', () => {
  it.each(fields)('$name of a new $category is recorded as it is declared', ({ category, name, field }) => {
    const created = `${category[0]?.toUpperCase()}${category.slice(1)}Created`;
    expect(propertiesOf(created)[name]).toMatchObject(recorded(field));
  });

  it.each(changed)('$name is recorded as it is declared when $event changes it', ({ name, field, event }) => {
    const properties = propertiesOf(event);
    expect(Object.keys(properties)).toEqual(
      expect.arrayContaining(namesSetting(event) ? ['setting', 'from', 'to'] : ['from']),
    );
    if (!namesSetting(event)) expect(properties[name]).toMatchObject(recorded(field));
  });
});
