import { type Static, Type } from 'typebox';
import { formFields } from '../formFields.ts';
import { ExternalIdentityId, Time } from '../ids.ts';
import { InvitationQuery } from '../invitations/invitationViews.ts';
import { limits } from '../limits.ts';

const ProviderName = Type.String({ pattern: '^[a-z0-9-]+$', maxLength: 60, description: "the operator's name of it" });

/** Somebody who knows who people are, as the operator has configured it. */
export const AuthProviderView = Type.Object({
  name: ProviderName,
  label: Type.String({ description: 'as people know it' }),
  icon: Type.String({ description: 'github, google, microsoft, gitlab, key, or a picture as a data URL' }),
});
export type AuthProviderView = Static<typeof AuthProviderView>;

const Purpose = Type.Enum(['signIn', 'link'], { description: 'link: to the login of the person who is signed in' });

export const AuthStartRequest = Type.Object(
  {
    provider: ProviderName,
    purpose: Purpose,
    returnTo: Type.String({
      maxLength: 2000,
      pattern: '^/(?![/\\\\])[^\\\\\\s\\p{Cc}]*$',
      description: 'a path of this service, where the browser goes afterwards',
    }),
    invitation: Type.Optional(InvitationQuery),
  },
  { additionalProperties: false },
);
export type AuthStartRequest = Static<typeof AuthStartRequest>;

export const AuthStart = Type.Object({ url: Type.String({ description: 'of the provider, where the browser goes' }) });
export type AuthStart = Static<typeof AuthStart>;

/** What the provider sends the browser back with. */
export const AuthReturnRequest = Type.Object(
  {
    authId: Type.String({ maxLength: 100, description: 'the state of the URL' }),
    code: Type.String({ maxLength: 4000 }),
    iss: Type.Optional(Type.String({ maxLength: 500, description: 'who says so, where the URL has it' })),
  },
  { additionalProperties: false },
);
export type AuthReturnRequest = Static<typeof AuthReturnRequest>;

const AuthId = Type.String({ maxLength: 100 });

export const SignedInByProvider = Type.Object({
  status: Type.Literal('signedIn'),
  token: Type.String(),
  returnTo: Type.String(),
});
export type SignedInByProvider = Static<typeof SignedInByProvider>;

/** The person has turned two-factor sign-in on: `authId` and a code sign in, within 10 minutes and from the same browser. */
export const CodeNeeded = Type.Object({
  status: Type.Literal('codeNeeded'),
  authId: Type.String(),
  wrong: Type.Boolean({ description: 'a code was sent, which was not the right one' }),
});
export type CodeNeeded = Static<typeof CodeNeeded>;

/**
 * Signed in; or the provider's account is nobody's way in yet, and `authId` says for 10 minutes and from the same browser
 * whose it is: it links the account to the login of whoever signs in here by other means (`unlinked`), or makes a login
 * where registration is open (`newcomer`). `tested`: an administrator tried what the provider tells, and can see it.
 */
export const AuthReturnAnswer = Type.Union([
  SignedInByProvider,
  CodeNeeded,
  Type.Object({
    status: Type.Literal('unlinked'),
    purpose: Purpose,
    authId: Type.String(),
    email: Type.String(),
    label: Type.String({ description: 'of the provider' }),
    returnTo: Type.String(),
  }),
  Type.Object({
    status: Type.Literal('newcomer'),
    authId: Type.String(),
    email: Type.String(),
    firstName: Type.String({ description: 'as the provider tells it; may be empty' }),
    lastName: Type.String(),
    label: Type.String({ description: 'of the provider' }),
  }),
  Type.Object({ status: Type.Literal('tested'), authId: Type.String(), returnTo: Type.String() }),
]);
export type AuthReturnAnswer = Static<typeof AuthReturnAnswer>;

export const AuthCodeRequest = Type.Object(
  {
    authId: AuthId,
    code: Type.String({ maxLength: limits.maxCodeLength, description: 'of the app, or a recovery code' }),
  },
  { additionalProperties: false },
);

export const AuthCodeAnswer = Type.Union([SignedInByProvider, CodeNeeded]);
export type AuthCodeAnswer = Static<typeof AuthCodeAnswer>;

/** A login for whose address the provider has verified. */
export const ProviderRegistration = Type.Object(
  {
    authId: AuthId,
    firstName: Type.String(formFields.personName),
    lastName: Type.String(formFields.personName),
    promoCode: Type.Optional(Type.String(formFields.promoCode)),
  },
  { additionalProperties: false },
);
export type ProviderRegistration = Static<typeof ProviderRegistration>;

/** The same, with an account that the person administers. */
export const ProviderAccountRequest = Type.Object(
  { ...ProviderRegistration.properties, name: Type.String(formFields.accountName) },
  { additionalProperties: false },
);
export type ProviderAccountRequest = Static<typeof ProviderAccountRequest>;

export const AuthIntegrationRequest = Type.Object({ authId: AuthId }, { additionalProperties: false });

/** An account of a provider by which the person signs in. */
export const ExternalIdentityView = Type.Object({
  id: ExternalIdentityId,
  provider: Type.String({ description: "the operator's name of the provider, which may be gone" }),
  label: Type.String(),
  icon: Type.String(),
  email: Type.String({ description: 'at the provider, when it was linked' }),
  linkedAt: Time,
});
export type ExternalIdentityView = Static<typeof ExternalIdentityView>;

export const ExternalIdentitiesView = Type.Object({
  hasPassword: Type.Boolean({ description: 'the person can sign in by e-mail and password' }),
  identities: Type.Array(ExternalIdentityView),
});
export type ExternalIdentitiesView = Static<typeof ExternalIdentitiesView>;
