import { type Static, Type } from 'typebox';
import { formFields } from '../formFields.ts';
import { Nullable, Time } from '../ids.ts';
import { limits } from '../limits.ts';

/** Checked for strength by the service, with texts of its own. */
const password = Type.String({ maxLength: limits.maxPasswordLength });

export const ProfileRequest = Type.Object(
  { firstName: Type.String(formFields.personName), lastName: Type.String(formFields.personName) },
  { additionalProperties: false },
);
export type ProfileRequest = Static<typeof ProfileRequest>;

export const PasswordRequest = Type.Object({ currentPassword: password, password }, { additionalProperties: false });
export type PasswordRequest = Static<typeof PasswordRequest>;

export const ForgotPasswordRequest = Type.Object(
  { email: Type.String(formFields.email) },
  { additionalProperties: false },
);

export const PasswordResetRequest = Type.Object(
  { token: Type.String({ maxLength: 200 }), password },
  { additionalProperties: false },
);

/** `token`: that of an invitation, which also proves the address. The rest that is optional is for everybody else. */
export const RegisterRequest = Type.Object(
  {
    token: Type.Optional(Type.String({ maxLength: 200 })),
    firstName: Type.String(formFields.personName),
    lastName: Type.String(formFields.personName),
    email: Type.String(formFields.email),
    password,
    promoCode: Type.Optional(Type.String(formFields.promoCode)),
    captchaSolution: Type.Optional(Type.String({ maxLength: 10_000, description: 'of the captcha widget' })),
  },
  { additionalProperties: false },
);
export type RegisterRequest = Static<typeof RegisterRequest>;

export const RegisterAnswer = Type.Object({
  token: Nullable(Type.String({ description: 'of the session; null: a mail asks to verify the address first' })),
});
export type RegisterAnswer = Static<typeof RegisterAnswer>;

/** A browser in which the person is signed in. */
export const SessionView = Type.Object({
  id: Type.String(),
  startedAt: Time,
  lastUsedAt: Type.String({ format: 'date-time', description: 'exact to the hour' }),
  address: Nullable(Type.String({ description: 'where the sign-in came from' })),
  userAgent: Nullable(Type.String({ description: 'what the browser calls itself' })),
  current: Type.Boolean({ description: 'the session of this request' }),
});
export type SessionView = Static<typeof SessionView>;
