import { type Static, Type } from 'typebox';
import { ExternalIdentityId, Time } from '../ids.ts';
import { InvitationQuery } from '../invitations/invitationViews.ts';

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

/**
 * Signed in; or the provider's account is nobody's way in yet: `authId` links it to the login of whoever signs in here by
 * other means, within 10 minutes and from the same browser.
 */
export const AuthReturnAnswer = Type.Union([
  Type.Object({ status: Type.Literal('signedIn'), token: Type.String(), returnTo: Type.String() }),
  Type.Object({
    status: Type.Literal('unlinked'),
    purpose: Purpose,
    authId: Type.String(),
    email: Type.String(),
    label: Type.String({ description: 'of the provider' }),
    returnTo: Type.String(),
  }),
]);
export type AuthReturnAnswer = Static<typeof AuthReturnAnswer>;

export const AuthIntegrationRequest = Type.Object(
  { authId: Type.String({ maxLength: 100 }) },
  { additionalProperties: false },
);

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
