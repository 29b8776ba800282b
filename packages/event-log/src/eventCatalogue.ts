import { type DomainEvent, eventSchemas, schemaMarks } from '@assay/event-schemas';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { type MarkedField, markedFieldsOf } from './markedFields.ts';
import { type StoredData, type Upcasters, upcasters } from './upcasters.ts';

/** What the code knows of an event's newest version. */
export type CatalogueEntry = {
  version: number;
  /** Texts encrypted under the key of a person. */
  personal: readonly MarkedField[];
  /** Texts encrypted under the account's key. */
  secret: readonly MarkedField[];
  validate: ValidateFunction;
};

/** One version of an event. */
export type EventSchema = { name: string; version: number; schema: object };

export type EventCatalogue = {
  /**
   * @returns the newest version of an event; its schema is compiled when it is first asked for.
   * @throws RangeError for an event that this version of the service does not know.
   */
  entry(type: string): CatalogueEntry;
  /**
   * Every append goes through this check: what does not fit its schema never reaches the log.
   * @throws TypeError naming the event and the place that is wrong.
   */
  check(event: { type: string; data: unknown }): CatalogueEntry;
  /**
   * Takes stored data, version by version, to the newest one.
   * @param version the one that the event was written with
   * @throws RangeError when a newer version of the service wrote the event.
   */
  upcast(type: string, version: number, data: StoredData): StoredData;
};

/**
 * Opens a catalogue of events.
 * @param schemas every version of every event
 * @param known an upcaster for every version but the newest
 * @throws TypeError naming every version that lacks its upcaster or its schema, and every upcaster of no version.
 */
export function openEventCatalogue(schemas: readonly EventSchema[], known: Upcasters): EventCatalogue {
  const newest = new Map<string, EventSchema>();
  for (const entry of schemas) {
    if ((newest.get(entry.name)?.version ?? 0) < entry.version) newest.set(entry.name, entry);
  }
  const problems = problemsOf(schemas, newest, known);
  if (problems.length > 0) throw new TypeError(problems.join('\n'));

  // That the schemas are schemas is known before they are shipped; to look at each start takes a process 30 ms.
  const validateSchema = false;
  const ajv = new Ajv({ strict: true, strictTypes: false, allowUnionTypes: true, allErrors: false, validateSchema });
  ajv.addVocabulary([...schemaMarks]);
  addFormats.default(ajv);
  const entries = new Map<string, CatalogueEntry>();

  const newestOf = (type: string): EventSchema => {
    const found = newest.get(type);
    if (!found) throw new RangeError(`${type} is not an event that this version of the service knows`);
    return found;
  };

  const entry: EventCatalogue['entry'] = (type) => {
    const compiled = entries.get(type);
    if (compiled) return compiled;
    const { version, schema } = newestOf(type);
    const marked = markedFieldsOf(schema);
    const made: CatalogueEntry = {
      version,
      personal: marked.filter(({ personIn }) => personIn !== null),
      secret: marked.filter(({ personIn }) => personIn === null),
      validate: ajv.compile(schema),
    };
    entries.set(type, made);
    return made;
  };

  return {
    entry,
    check: ({ type, data }) => {
      const found = entry(type);
      if (found.validate(data)) return found;
      const [error] = found.validate.errors ?? [];
      throw new TypeError(`${type} does not fit its schema: ${error?.instancePath || '/'} ${error?.message}`);
    },
    upcast: (type, version, data) => {
      const { version: wanted } = newestOf(type);
      if (version === wanted) return data;
      const steps = known[type];
      let upcasted = data;
      for (let from = version; from !== wanted; from++) {
        const step = steps?.[from];
        if (!step) throw new RangeError(refusal(type, version, wanted));
        upcasted = step(upcasted);
      }
      return upcasted;
    },
  };
}

function refusal(type: string, version: number, newest: number): string {
  return version > newest
    ? `${type} was written as version ${version} by a newer version of the service. This one reads up to version ${newest}: update it.`
    : `${type} was written as version ${version}, which never existed`;
}

function problemsOf(
  schemas: readonly EventSchema[],
  newest: ReadonlyMap<string, EventSchema>,
  known: Upcasters,
): string[] {
  const problems: string[] = [];
  const written = new Set(schemas.map(({ name, version }) => `${name}.v${version}`));
  for (const { name, version: last } of newest.values()) {
    for (let version = 1; version < last; version++) {
      if (!written.has(`${name}.v${version}`)) problems.push(`${name}.v${version} has no schema`);
      if (!known[name]?.[version]) problems.push(`${name}.v${version} has no upcaster to version ${version + 1}`);
    }
  }
  for (const [name, steps] of Object.entries(known)) {
    for (const version of Object.keys(steps ?? {}).map(Number)) {
      const last = newest.get(name)?.version ?? 0;
      if (version < 1 || version >= last) problems.push(`an upcaster takes ${name}.v${version} to no version there is`);
    }
  }
  return problems;
}

/** The events of this version of the service. */
export const eventCatalogue = openEventCatalogue(eventSchemas, upcasters satisfies Upcasters<DomainEvent['type']>);
