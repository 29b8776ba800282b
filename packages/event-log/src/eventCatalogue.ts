import { type DomainEvent, eventSchemas, schemaMarks } from '@assay/event-schemas';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';

type FieldSchema = { 'x-personal'?: boolean; 'x-secret'?: boolean };

/** What the code knows of an event's newest version. */
export type CatalogueEntry = {
  version: number;
  /** Fields encrypted under the key of the person in `userId`. */
  personal: readonly string[];
  /** Fields encrypted under the account's key. */
  secret: readonly string[];
  validate: ValidateFunction;
};

const ajv = new Ajv({ strict: true, strictTypes: false, allowUnionTypes: true, allErrors: false });
ajv.addVocabulary([...schemaMarks]);
addFormats.default(ajv);

const newest = new Map<string, (typeof eventSchemas)[number]>();
for (const entry of eventSchemas) {
  if ((newest.get(entry.name)?.version ?? 0) < entry.version) newest.set(entry.name, entry);
}
const entries = new Map<string, CatalogueEntry>();

function fieldsMarked(schema: object, mark: keyof FieldSchema): string[] {
  const { properties } = schema as { properties: Record<string, FieldSchema> };
  return Object.keys(properties).filter((name) => properties[name]?.[mark] === true);
}

/**
 * @returns the newest version of an event; its schema is compiled when it is first asked for.
 * @throws RangeError for an event that this version of the service does not know.
 */
export function catalogueEntry(type: string): CatalogueEntry {
  const known = entries.get(type);
  if (known) return known;
  const found = newest.get(type);
  if (!found) throw new RangeError(`${type} is no event of this version of the service`);
  const { version, schema } = found;
  const [personal, secret] = [fieldsMarked(schema, 'x-personal'), fieldsMarked(schema, 'x-secret')];
  const entry = { version, personal, secret, validate: ajv.compile(schema) };
  entries.set(type, entry);
  return entry;
}

/**
 * Every append goes through this check: what does not fit its schema never reaches the log.
 * @throws TypeError naming the event and the place that is wrong.
 */
export function checkEvent(event: DomainEvent): CatalogueEntry {
  const entry = catalogueEntry(event.type);
  if (!entry.validate(event.data)) {
    const [error] = entry.validate.errors ?? [];
    throw new TypeError(`${event.type} does not fit its schema: ${error?.instancePath || '/'} ${error?.message}`);
  }
  return entry;
}
