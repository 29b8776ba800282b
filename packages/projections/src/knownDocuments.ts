import { FollowedReads } from '@assay/event-log';
import { BSON, type Collection } from 'mongodb';
import type { Projection, ReadModelDocument } from './projection.ts';
import type { projections } from './projections.ts';

/** In bytes of BSON, which take about three times as much memory. */
const cachedBytes = 16 * 1024 * 1024;
/** Of an entry besides its documents. */
const entryBytes = 150;

const names = { name: 1 } as const;

type CachedFields = {
  /** Null: all fields. */
  readonly [Name in keyof typeof projections]?: Readonly<Record<string, 1>> | null;
};

/** The read models whose documents readers cache. They change rarely, and nearly every call needs some of them. */
const announcedFields = {
  accounts: null,
  agents: names,
  aiQuotas: null,
  apiKeys: names,
  deploys: null,
  environments: names,
  expiredDetails: null,
  people: null,
  pipelineStages: names,
  problems: null,
  projects: null,
  testPlanRuns: { testPlanId: 1, name: 1 },
  testSuites: names,
  triggers: names,
} as const satisfies CachedFields;

/** Fields that never change: that their documents were written is not announced, so a missing document is not cached. */
const lastingFields = { testRunTests: names } as const satisfies CachedFields;

const cachedFields = { ...announcedFields, ...lastingFields };

/** Read models with queries whose answers readers cache, until any of their documents changes. */
const cachedQueries = ['reviews', 'testRunSummaries', 'trackedIssues'] as const;

type DocumentOf<Name extends keyof typeof projections> =
  (typeof projections)[Name] extends Projection<infer Document> ? Document : never;
type CachedName = keyof typeof cachedFields;
type CachedDocument<Name extends CachedName> = (typeof cachedFields)[Name] extends null
  ? DocumentOf<Name>
  : Pick<DocumentOf<Name>, '_id' | Extract<keyof (typeof cachedFields)[Name], keyof DocumentOf<Name>>>;
type QueriedName = (typeof cachedQueries)[number];

/** Whether the projector announces which documents of the read model were written. */
export function isAnnounced(readModel: string): boolean {
  return readModel in announcedFields || cachedQueries.some((name) => name === readModel);
}

/** Documents and answers by their keys; an empty list is cached, too. */
export type ReaderCache = FollowedReads<readonly unknown[]>;

export function openReaderCache(): ReaderCache {
  return new FollowedReads({
    maxSize: cachedBytes,
    sizeOf: (documents) => entryBytes + BSON.calculateObjectSize({ documents }),
  });
}

/** @param ids of the documents that were written; empty: many */
export function forgetWritten(cache: ReaderCache, readModel: string, ids: readonly string[]): void {
  if (ids.length > 0) cache.forget(readModel, ids);
  else cache.forgetAll(readModel);
  cache.forgetAll(queriesOf(readModel));
}

function queriesOf(readModel: string): string {
  return `${readModel} by query`;
}

/** Documents from memory where change notices say that they are current, otherwise from the store. Callers do not change them. */
export type KnownDocuments = {
  /** @returns those that exist, in any order */
  all<Name extends CachedName>(name: Name, ids: readonly string[]): Promise<CachedDocument<Name>[]>;
  one<Name extends CachedName>(name: Name, id: string): Promise<CachedDocument<Name> | null>;
  /**
   * @param key tells this query of the read model from others
   * @param find reads the answer
   */
  query<Document>(name: QueriedName, key: string, find: () => Promise<Document[]>): Promise<readonly Document[]>;
};

/**
 * @param collections of all read models, by name
 * @param areLive whether readers still use these collections: what is read of others is not cached, because a rebuilt read
 * model has replaced them
 */
export function knownDocuments(
  collections: Readonly<Record<string, Collection<ReadModelDocument>>>,
  cache: ReaderCache,
  areLive: () => boolean,
): KnownDocuments {
  const read: ReaderCache['read'] = async (source, ids, load) =>
    areLive() ? cache.read(source, ids, load) : load([...ids]);
  const all: KnownDocuments['all'] = async <Name extends CachedName>(name: Name, ids: readonly string[]) => {
    if (ids.length === 0) return [];
    const found = await read(name, ids, async (missing) => {
      const absent = isAnnounced(name) ? missing : [];
      const documents = new Map<string, readonly unknown[]>(absent.map((id) => [id, []]));
      const projection = cachedFields[name] ?? {};
      const stored = collections[name]?.find({ _id: { $in: missing } }, { projection }) ?? [];
      for await (const document of stored) documents.set(document._id, [document]);
      return documents;
    });
    return [...found.values()].flat() as CachedDocument<Name>[];
  };
  return {
    all,
    one: async (name, id) => (await all(name, [id]))[0] ?? null,
    query: async <Document>(name: QueriedName, key: string, find: () => Promise<Document[]>) => {
      const found = await read(queriesOf(name), [key], async () => new Map([[key, await find()]]));
      return (found.get(key) ?? []) as readonly Document[];
    },
  };
}
