import { type Static, Type } from 'typebox';
import { Nullable } from '../ids.ts';

/** Services where people sign in, in place of making a token. */
export const signInServices = ['GitHub', 'Gitlab', 'BitBucket'] as const;

/** By OAuth, or by installing the GitHub App of this installation. */
export const signInMeans = ['oauth', 'app'] as const;
export type SignInMeans = (typeof signInMeans)[number];

/** What begins every state of such a sign-in, so that the browser knows what it came back from. */
export const gitSignInPrefix = 'git.';

/** A way to connect a git service that the operator has set up. */
export const GitSignInView = Type.Object({
  provider: Type.Enum(signInServices),
  means: Type.Enum(signInMeans),
  address: Type.String({ description: 'of the service, in a browser' }),
});
export type GitSignInView = Static<typeof GitSignInView>;

export const SignInReturnPath = Type.String({
  maxLength: 2000,
  pattern: '^/(?![/\\\\])[^\\\\\\s\\p{Cc}]*$',
  description: 'a path of this service, for when all is done',
});

export const StartGitSignInRequest = Type.Object(
  { provider: Type.Enum(signInServices), means: Type.Enum(signInMeans), returnTo: SignInReturnPath },
  { additionalProperties: false },
);

export const SignInStart = Type.Object({ url: Type.String({ description: 'where the browser goes' }) });

/** What the service sent the browser back with. */
export const FinishGitSignInRequest = Type.Object(
  {
    state: Type.String({ minLength: 1, maxLength: 200 }),
    code: Type.Optional(Type.String({ minLength: 1, maxLength: 2000 })),
    installationId: Type.Optional(Type.String({ pattern: '^[0-9]{1,20}$' })),
  },
  { additionalProperties: false },
);
export type FinishGitSignInRequest = Static<typeof FinishGitSignInRequest>;

export const FinishGitSignInAnswer = Type.Object({
  status: Type.Enum(['connected', 'pending'], {
    description: 'pending: an owner of the organization has to approve the app first',
  }),
  installationId: Nullable(Type.String()),
  returnTo: Type.String(),
});
export type FinishGitSignInAnswer = Static<typeof FinishGitSignInAnswer>;

export const GitHubInstallationView = Type.Object({
  complete: Type.Boolean({
    description: 'whether an account of the caller is connected by it, and GitHub has it installed',
  }),
});
