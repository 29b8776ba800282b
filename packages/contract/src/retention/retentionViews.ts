import { type Static, Type } from 'typebox';
import { formFields } from '../formFields.ts';
import { Nullable, ProjectId, Time } from '../ids.ts';

/**
 * The bulky things of a run that an account need not keep for good.
 * - `logs`: what its set-up, the listing of its tests and its runners printed
 * - `details`: what each test printed, with whole errors and stack traces
 * - `attachments`: screenshots, videos and files, the files of an upload included
 */
export const detailKinds = ['logs', 'details', 'attachments'] as const;
export type DetailKind = (typeof detailKinds)[number];

const Days = Nullable(Type.Integer({ ...formFields.retentionDays, description: 'null: for good' }));

/** How long an account keeps what is bulky. Verdicts, totals and what each test came to stay in any case. */
export const Retention = Type.Object(
  {
    logsDays: Days,
    detailsDays: Days,
    attachmentsDays: Days,
    maximumMegabytes: Nullable(
      Type.Integer({
        ...formFields.retentionMegabytes,
        description:
          'of 1,048,576 bytes. When the three together are larger, the oldest go first, but nothing of the last 24 hours; null: no limit',
      }),
    ),
  },
  { additionalProperties: false },
);
export type Retention = Static<typeof Retention>;

/** The days of each kind. */
export const daysOf = {
  logs: 'logsDays',
  details: 'detailsDays',
  attachments: 'attachmentsDays',
} as const satisfies Record<DetailKind, keyof Retention>;

/** Until an administrator says otherwise, everything is kept. */
export const keepAll: Retention = { logsDays: null, detailsDays: null, attachmentsDays: null, maximumMegabytes: null };

/** @returns whether anything may go by these rules. */
export function letsGo(retention: Retention): boolean {
  return Object.values(retention).some((rule) => rule !== null);
}

const names: Record<DetailKind, string> = { logs: 'logs', details: 'output', attachments: 'attachments' };

/** @returns the rules in short, such as `logs 30 days, output for good, attachments 14 days, at most 5,000 MB`. */
export function retentionText(retention: Retention): string {
  const kinds = detailKinds.map((kind) => {
    const days = retention[daysOf[kind]];
    return `${names[kind]} ${days === null ? 'for good' : days === 1 ? '1 day' : `${days} days`}`;
  });
  const { maximumMegabytes } = retention;
  const limit = maximumMegabytes === null ? [] : [`at most ${maximumMegabytes.toLocaleString('en-US')} MB`];
  return [...kinds, ...limit].join(', ');
}

export const bytesOfMegabyte = 1024 * 1024;

const bytes = Type.Integer({ minimum: 0, description: 'bytes; a content that several runs have counts for each' });
const runs = Type.Integer({ minimum: 0 });

/** Bytes by kind. */
const Sizes = { logs: bytes, details: bytes, attachments: bytes };

/** That something of a run went, and by which rule. */
export const Expiry = Type.Object({
  at: Time,
  bytes,
  rule: Type.Enum(['age', 'size'] as const, {
    description:
      'age: older than `keptDays`; size: among the oldest when the account held more than `maximumMegabytes`',
  }),
  keptDays: Nullable(Type.Integer()),
  maximumMegabytes: Nullable(Type.Integer()),
});
export type Expiry = Static<typeof Expiry>;

/** What the account no longer keeps of a run; null: it is kept, as far as there was any. */
export const ExpiredDetails = Type.Object({
  logs: Nullable(Expiry),
  details: Nullable(Expiry),
  attachments: Nullable(Expiry),
});
export type ExpiredDetails = Static<typeof ExpiredDetails>;

export const nothingExpired: ExpiredDetails = { logs: null, details: null, attachments: null };

export const StorageView = Type.Object({
  retention: Retention,
  counted: Type.Boolean({ description: 'false while what was stored before sizes were kept is still being counted' }),
  kinds: Type.Array(
    Type.Object({
      kind: Type.Enum(detailKinds),
      bytes,
      runs,
      dueRuns: Type.Integer({ minimum: 0, description: 'runs that lose it as soon as it is looked at' }),
      dueBytes: bytes,
      oldest: Nullable(
        Type.String({ description: 'the day of the oldest, UTC, such as 2026-03-01; null: there is none' }),
      ),
    }),
    { description: 'one for each kind' },
  ),
  builds: Type.Object(
    { bytes, builds: Type.Integer({ minimum: 0 }) },
    { description: 'uploaded builds; they are kept' },
  ),
  projects: Type.Array(Type.Object({ projectId: ProjectId, name: Type.String(), ...Sizes, builds: bytes }), {
    description: 'largest first',
  }),
  sweeps: Type.Array(
    Type.Object({
      id: Type.String(),
      startedAt: Time,
      endedAt: Time,
      runs: Type.Integer({ minimum: 0, description: 'a run that lost several kinds counts for each' }),
      bytes,
      freedBytes: Type.Integer({ minimum: 0, description: 'bytes of contents that nothing else had' }),
      heldBack: Type.Integer({ minimum: 0, description: 'due, but still running or under review' }),
    }),
    { description: 'the last ones that removed something, newest first' },
  ),
  revision: Type.String({ description: 'send it back as If-Match to change only the rules that you have seen' }),
});
export type StorageView = Static<typeof StorageView>;
