import type { AccountId, AuditEntry } from '@assay/contract';
import type { Collections } from '../collections.ts';
import { findPersons, personOf } from '../people/findPeople.ts';
import type { AuditedChange } from './auditedChange.ts';

/** `asStored`: `newValue` is as the log has it, to be decrypted with the account's key before it is shown. */
export type FoundAuditEntry = { entry: AuditEntry; asStored: boolean };

/** Entries in one answer; the newest ones. */
const maxEntries = 1000;

const fieldOf = ({ field }: AuditedChange) => field;

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
    .limit(maxEntries)
    .toArray();
  const persons = await findPersons(
    collections,
    found.flatMap(({ actor }) => (actor.kind === 'user' ? actor.id : [])),
  );
  const secret = new Set(
    found.flatMap(({ changes }) => changes.filter(({ kind }) => kind === 'encrypted')).map(fieldOf),
  );
  return found.flatMap(({ time, actor, changes }) => {
    const person = personOf(persons, actor);
    const who = { userName: person?.fullName ?? null, email: person?.email || null };
    return changes.map(({ field, value, kind }) => {
      const hidden = secret.has(field);
      const entry = { time, ...who, field, newValue: hidden ? null : value };
      return { entry, asStored: kind === 'variable' && !hidden };
    });
  });
}
