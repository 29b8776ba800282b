import { type Static, Type } from 'typebox';
import { Nullable, Time } from '../ids.ts';

/** One change of one field: who, when, and the new value. Never includes values of encrypted variables. */
export const AuditEntry = Type.Object({
  time: Time,
  userName: Nullable(Type.String({ description: 'null: the service itself' })),
  email: Nullable(Type.String({ description: 'null if the user has none' })),
  field: Type.String(),
  newValue: Nullable(Type.String({ description: 'null: now empty, or secret' })),
});
export type AuditEntry = Static<typeof AuditEntry>;
