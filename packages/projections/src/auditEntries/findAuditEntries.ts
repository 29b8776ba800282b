import type { AccountId, AuditEntry } from '@assay/contract';
import type { Collections } from '../collections.ts';
import { findActors, personOf } from '../people/findActors.ts';
import type { AuditEntryDocument } from './auditEntries.ts';
import type { AuditedChange } from './auditedChange.ts';

/** `asStored`: these values are as the log has them, to be decrypted with the account's key before they are shown. */
export type FoundAuditEntry = { entry: AuditEntry; asStored: readonly ('oldValue' | 'newValue')[] };

/** Events in one answer; the newest ones. */
const maxEvents = 1000;

/**
 * @returns the changes of one thing, newest first. All values of a variable that was ever encrypted
 * are hidden: somebody may have noticed late that it holds a secret.
 */
export async function findAuditEntries(
  collections: Collections,
  accountId: AccountId,
  subject: string,
): Promise<FoundAuditEntry[]> {
  const found = await collections.auditEntries
    .find({ accountId, subject })
    .sort({ position: -1 })
    .limit(maxEvents)
    .toArray();
  const actors = await findActors(
    collections,
    found.map(({ actor }) => actor),
  );
  return auditEntriesOf(found).map(({ actor, entry, asStored }) => {
    const person = personOf(actors, actor);
    const who = { userName: person?.fullName ?? null, email: person?.email || null };
    return { entry: { ...entry, ...who }, asStored };
  });
}

type Changed = Pick<AuditEntryDocument, 'actor'> & {
  entry: Omit<AuditEntry, 'userName' | 'email'>;
  asStored: FoundAuditEntry['asStored'];
};

/** @param events of one thing, newest first */
export function auditEntriesOf(
  events: readonly Pick<AuditEntryDocument, 'time' | 'actor' | 'revision' | 'changes'>[],
): Changed[] {
  const secret = new Set(
    events.flatMap(({ changes }) => changes.filter(({ kind }) => kind === 'encrypted')).map(({ field }) => field),
  );
  const values = new Map<string, AuditedChange>();
  const revisions = revisionsOfSaves(events);
  const oldestFirst = events.toReversed().map(({ time, actor, changes, revision }) =>
    changes.flatMap((change): Changed | [] => {
      const { field } = change;
      const old = values.get(field);
      // What was not there cannot be taken away.
      if (!old && !isThere(change)) return [];
      if (change.kind !== 'note' && isThere(change)) values.set(field, change);
      else values.delete(field);
      const encrypted = secret.has(field);
      const shown = (of: AuditedChange | undefined) => (encrypted ? null : (of?.value ?? null));
      return {
        actor,
        entry: {
          revision: String(revisions.get(revision)),
          time,
          field,
          change: old === undefined ? 'added' : isThere(change) ? 'changed' : 'removed',
          encrypted,
          oldValue: shown(old),
          newValue: shown(change),
        },
        asStored: encrypted
          ? []
          : [
              ...(old?.kind === 'variable' ? (['oldValue'] as const) : []),
              ...(change.kind === 'variable' ? (['newValue'] as const) : []),
            ],
      };
    }),
  );
  return oldestFirst.toReversed().flat();
}

/** Whether the thing has the field after the change. */
function isThere({ kind, value }: AuditedChange): boolean {
  return kind === 'encrypted' || value !== null;
}

/** @returns for the revision of each event the newest one of its save: what one person changed at one moment */
function revisionsOfSaves(
  events: readonly Pick<AuditEntryDocument, 'time' | 'actor' | 'revision'>[],
): ReadonlyMap<number, number> {
  const revisions = new Map<number, number>();
  let newest: (typeof events)[number] | null = null;
  for (const event of events) {
    if (newest === null || newest.time !== event.time || newest.actor.id !== event.actor.id) newest = event;
    revisions.set(event.revision, newest.revision);
  }
  return revisions;
}
