import { type Static, Type } from 'typebox';
import { Nullable, Time } from '../ids.ts';

/** One change of one field: who, when, and what it became. Values of encrypted variables are never in it. */
export const AuditEntry = Type.Object({
  time: Time,
  userName: Nullable(Type.String({ description: 'null: the service itself' })),
  email: Nullable(Type.String({ description: 'null where nobody with an e-mail did it' })),
  field: Type.String(),
  newValue: Nullable(Type.String({ description: 'null: empty now, or not to be shown' })),
});
export type AuditEntry = Static<typeof AuditEntry>;
