import { type Static, Type } from 'typebox';
import { formFields } from '../formFields.ts';
import { Nullable } from '../ids.ts';

export const captchaProviders = ['turnstile', 'hcaptcha', 'recaptcha'] as const;
export type CaptchaProvider = (typeof captchaProviders)[number];

/** Whether and how people register here without an invitation, and what passwords need. */
export const RegistrationView = Type.Object({
  open: Type.Boolean({ description: 'whether anybody can create a login and an account; else those who were invited' }),
  promoCodes: Type.Boolean({ description: 'whether there are promo codes to enter' }),
  captcha: Nullable(
    Type.Object({
      provider: Type.Enum(captchaProviders),
      siteKey: Type.String({ description: 'public; what the widget of the provider is shown with' }),
    }),
  ),
  passwordMinLength: Type.Integer({ description: 'characters that a new password needs at least' }),
});
export type RegistrationView = Static<typeof RegistrationView>;

export const VerifyEmailQuery = Type.Object({
  token: Type.String({ maxLength: 200 }),
  email: Type.String(formFields.email),
});
export type VerifyEmailQuery = Static<typeof VerifyEmailQuery>;

export const PromoCodeQuery = Type.Object({ promoCode: Type.String({ ...formFields.promoCode, minLength: 1 }) });
