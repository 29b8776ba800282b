import { type AccountId, bytesOfMegabyte, keepAll, type ProjectId } from '@assay/contract';
import { dueStorage } from './dueStorage.ts';
import type { StoredDay } from './storage.ts';
import type { StoredKind } from './storedRows.ts';

const now = new Date('2026-03-31T15:00:00Z');
const [accountId, projectId] = ['acme' as AccountId, 'shop' as ProjectId];
const megabyte = bytesOfMegabyte;
const stored = (day: string, kind: StoredKind, megabytes: number, parts = 1): StoredDay => ({
  accountId,
  projectId,
  kind,
  day,
  bytes: megabytes * megabyte,
  parts,
});

describe('what is due', () => {
  it('is nothing while everything is kept', () => {
    expect(dueStorage([stored('2001-01-01', 'logs', 900)], keepAll, now)).toEqual([]);
  });

  it('by age is what came before the days that are kept, by kind', () => {
    const days = [
      stored('2026-02-27', 'logs', 1, 2),
      stored('2026-02-28', 'logs', 2, 3),
      stored('2026-02-28', 'attachments', 4),
      stored('2026-03-01', 'logs', 8),
      stored('2026-01-01', 'builds', 16),
    ];
    expect(dueStorage(days, { ...keepAll, logsDays: 30 }, now)).toEqual([
      { kind: 'logs', rule: 'age', before: new Date('2026-03-01T00:00:00Z'), runs: 5, bytes: 3 * megabyte },
    ]);
  });

  it('by size is the oldest of all kinds, as much as is too much, after what is too old', () => {
    const days = [
      stored('2026-03-01', 'logs', 100),
      stored('2026-03-02', 'attachments', 100),
      stored('2026-03-03', 'details', 100, 4),
      stored('2026-03-04', 'logs', 100),
    ];
    const due = dueStorage(days, { ...keepAll, logsDays: 29, maximumMegabytes: 150 }, now);
    expect(due.map(({ kind, rule, runs, bytes }) => [kind, rule, runs, bytes / megabyte])).toEqual([
      ['logs', 'age', 1, 100],
      ['attachments', 'size', 1, 100],
      ['details', 'size', 2, 50],
    ]);
    const earlier = dueStorage(days, { ...keepAll, logsDays: 28, maximumMegabytes: 250 }, now);
    expect(earlier.map(({ kind, rule, bytes }) => [kind, rule, bytes / megabyte])).toEqual([
      ['logs', 'age', 100],
      ['attachments', 'size', 50],
    ]);
  });

  it('by size is never of the last 24 hours', () => {
    const days = [stored('2026-03-30', 'logs', 500), stored('2026-03-31', 'logs', 500)];
    expect(dueStorage(days, { ...keepAll, maximumMegabytes: 100 }, now)).toEqual([]);
  });

  it('counts builds neither by age nor by size', () => {
    const days = [stored('2026-01-01', 'builds', 500)];
    expect(dueStorage(days, { ...keepAll, maximumMegabytes: 100 }, now)).toEqual([]);
  });
});
