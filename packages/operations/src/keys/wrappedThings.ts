import { Binary, type Db } from 'mongodb';
import type { KeyRing } from './keyRing.ts';

/** A kind of rows with a field that the master key wraps. */
export type WrappedKind = {
  collection: string;
  field: string;
  /** What the wrapped bytes are bound to. */
  idOf(rowId: string): string;
  /** As people read it, in the plural. */
  name: string;
};

/** Everything that the master key wraps, except the secrets in its own row. What is not here is lost with a rotation. */
export const wrappedKinds = {
  dataKeys: { collection: 'keys', field: 'wrapped', idOf: (id) => id, name: 'data keys' },
  secondFactors: {
    collection: 'secondFactors',
    field: 'secret',
    idOf: (id) => `second factor ${id}`,
    name: 'second factors',
  },
  // The collection's name is of when only git services had sign-ins.
  serviceGrants: { collection: 'gitGrants', field: 'content', idOf: (id) => id, name: 'sign-ins at services' },
  registrations: {
    collection: 'registrations',
    field: 'person',
    idOf: (id) => `registration ${id}`,
    name: 'registrations',
  },
  signInAttempts: { collection: 'signInAttempts', field: 'content', idOf: (id) => id, name: 'sign-in attempts' },
  projectTrials: {
    collection: 'projectTrials',
    field: 'secretUrl',
    idOf: (id) => `projectTrial:${id}`,
    name: 'trials of settings',
  },
  gitHubApp: { collection: 'gitHubApp', field: 'content', idOf: (id) => id, name: 'GitHub Apps' },
} as const satisfies Record<string, WrappedKind>;

/** One that a rotation knows: others cannot be stored. */
type KnownKind = (typeof wrappedKinds)[keyof typeof wrappedKinds];

/** Wraps, stores and opens the things of one kind, while the master key may be replaced at any time. */
export type WrappedThings = {
  open(rowId: string, wrapped: Binary): Promise<Buffer>;
  /**
   * Wraps a content and has it stored. Whoever replaces the master key may have passed this row before it was stored: so
   * it is made sure afterwards that the key still counts, and nobody relies on the row before.
   * @param store stores it in the row of that id
   */
  storing<Result>(rowId: string, content: Buffer, store: (wrapped: Binary) => Promise<Result>): Promise<Result>;
};

export function openWrappedThings(db: Db, ring: KeyRing, { collection, field, idOf }: KnownKind): WrappedThings {
  const rows = db.collection<{ _id: string }>(collection);

  return {
    open: (rowId, wrapped) => ring.unwrap(idOf(rowId), Buffer.from(wrapped.value())),

    async storing(rowId, content, store) {
      let { wrapped, under } = ring.wrap(idOf(rowId), content);
      const result = await store(new Binary(wrapped));
      while (!(await ring.counts(under))) {
        const stored = new Binary(wrapped);
        ({ wrapped, under } = ring.wrap(idOf(rowId), content));
        // Where it does not match, the row was passed after all, or somebody else has stored another content.
        await rows.updateOne({ _id: rowId, [field]: stored }, { $set: { [field]: new Binary(wrapped) } });
      }
      return result;
    },
  };
}
