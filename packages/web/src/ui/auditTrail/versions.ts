import type { AuditEntry } from '@assay/contract';
import { timeOf } from '../format/formatTime.ts';

/** What was saved at once. */
export type Version = {
  /** From 1, in the order of time. */
  number: number;
  revision: string;
  time: string;
  /** null: the service itself. */
  userName: string | null;
  changes: readonly AuditEntry[];
  /** The version that was brought back by it, and why; the number is null for one that is not known any more. */
  restored: { number: number | null; reason: string } | null;
};

/** The value of a field at a moment; null: encrypted. */
export type FieldValue = { value: string | null; encrypted: boolean };

const notes = ['restored', 'reason'];

/**
 * @param entries newest first
 * @returns the versions of a thing, newest first
 */
export function versionsOf(entries: readonly AuditEntry[]): Version[] {
  const revisions = [...new Set(entries.map(({ revision }) => revision))].toReversed();
  return revisions
    .flatMap((revision, index): Version | [] => {
      const ofVersion = entries.filter((entry) => entry.revision === revision);
      const [first] = ofVersion;
      if (!first) return [];
      const noteOf = (field: string) => ofVersion.find((entry) => entry.field === field)?.newValue;
      const restored = noteOf('restored');
      return {
        number: index + 1,
        revision,
        time: first.time,
        userName: first.userName,
        changes: ofVersion.filter(({ field }) => !notes.includes(field)),
        restored: restored ? { number: revisions.indexOf(restored) + 1 || null, reason: noteOf('reason') ?? '' } : null,
      };
    })
    .toReversed();
}

/** @returns the version in force at a moment; the first one before there was any */
export function versionAt(versions: readonly Version[], at: string): Version | undefined {
  const moment = timeOf(at);
  return versions.find(({ time }) => timeOf(time) <= moment) ?? versions.at(-1);
}

/** @returns the fields of the thing as they were in a version, in the order in which they were first set */
export function fieldsOf(versions: readonly Version[], { number }: Version): Map<string, FieldValue> {
  const fields = new Map<string, FieldValue>();
  for (const version of versions.toReversed()) {
    if (version.number > number) break;
    for (const { field, change, newValue, encrypted } of version.changes) {
      if (change === 'removed') fields.delete(field);
      else fields.set(field, { value: newValue, encrypted });
    }
  }
  return fields;
}

/** @returns the fields that are other now than they were in a version. Encrypted ones differ where they were set since. */
export function differencesSince(versions: readonly Version[], { number }: Version): Set<string> {
  return new Set(
    versions.filter((version) => version.number > number).flatMap(({ changes }) => changes.map(({ field }) => field)),
  );
}
