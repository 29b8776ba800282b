import { type Static, Type } from 'typebox';
import { formFields } from '../formFields.ts';
import { Nullable, Time } from '../ids.ts';

/** One change of one field: who, when, and the old and new value. Never includes values of encrypted variables. */
export const AuditEntry = Type.Object({
  revision: Type.String({ description: 'of the version that it is part of: all that was saved at once has the same' }),
  time: Time,
  userName: Nullable(Type.String({ description: 'null: the service itself' })),
  email: Nullable(Type.String({ description: 'null if the user has none' })),
  field: Type.String(),
  change: Type.Enum(['added', 'changed', 'removed']),
  encrypted: Type.Boolean({ description: 'it is or was encrypted, so that no value of it is ever shown' }),
  oldValue: Nullable(Type.String({ description: 'null: empty before, or secret' })),
  newValue: Nullable(Type.String({ description: 'null: now empty, or secret' })),
});
export type AuditEntry = Static<typeof AuditEntry>;

/** Brings an earlier version back, as a change of its own. */
export const RestoreRequest = Type.Object(
  {
    revision: Type.String({ pattern: '^[0-9]{1,15}$', description: 'of the version, as in the audit trail' }),
    reason: Type.String(formFields.reason),
  },
  { additionalProperties: false },
);
export type RestoreRequest = Static<typeof RestoreRequest>;
