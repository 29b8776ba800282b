import { type Static, Type } from 'typebox';
import { Nullable } from '../ids.ts';
import { limits } from '../limits.ts';

export const TwoFactorView = Type.Object({
  since: Nullable(Type.String({ format: 'date-time', description: 'null while it is off' })),
  recoveryCodesLeft: Type.Integer({ minimum: 0 }),
});
export type TwoFactorView = Static<typeof TwoFactorView>;

export const OwnPasswordRequest = Type.Object(
  { currentPassword: Type.String({ maxLength: limits.maxPasswordLength }) },
  { additionalProperties: false },
);

/** What an authenticator app is set up with (RFC 6238: SHA-1, six digits, 30 seconds). */
export const TwoFactorSecret = Type.Object({
  secret: Type.String({ description: 'Base32' }),
  url: Type.String({ description: 'otpauth://, to be shown as a QR code' }),
});
export type TwoFactorSecret = Static<typeof TwoFactorSecret>;

export const TwoFactorCodeRequest = Type.Object(
  { code: Type.String({ maxLength: limits.maxCodeLength }) },
  { additionalProperties: false },
);

/** Each replaces the app once. They are not shown again. */
export const RecoveryCodes = Type.Object({ recoveryCodes: Type.Array(Type.String()) });
export type RecoveryCodes = Static<typeof RecoveryCodes>;
