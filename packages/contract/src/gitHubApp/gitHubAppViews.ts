import { type Static, Type } from 'typebox';
import { formFields } from '../formFields.ts';
import { Nullable } from '../ids.ts';

/** What begins every state of such a registration, so that the browser knows what it came back from. */
export const gitHubAppPrefix = 'app.';

const known = {
  address: Type.String({ description: 'of the GitHub that has it' }),
  appId: Type.String(),
  slug: Type.String({ description: 'its name in the address of its page' }),
  pageUrl: Type.String({ description: 'its page at GitHub' }),
  hasWebhook: Type.Boolean({ description: 'whether it tells of pushes' }),
};

export const RegisteredGitHubAppView = Type.Object({
  ...known,
  name: Type.String(),
  settingsUrl: Type.String({ description: 'where its owner changes it at GitHub' }),
  registeredAt: Type.String({ format: 'date-time' }),
  registeredBy: Nullable(Type.String({ description: 'the name of who did; null: they are not here any more' })),
});
export type RegisteredGitHubAppView = Static<typeof RegisteredGitHubAppView>;

/** The GitHub App of the installation, without its keys. */
export const GitHubAppView = Type.Object({
  configured: Nullable(
    Type.Object(known, { description: 'by variables of the operator, which are used in place of a registered one' }),
  ),
  registered: Nullable(RegisteredGitHubAppView),
  connections: Type.Integer({ minimum: 0, description: 'how many accounts have GitHub connected by the app' }),
  publicUrl: Type.String({ description: 'the address that GitHub is told of Assay' }),
  webhookUrl: Type.String({ description: 'where the app is to tell of pushes' }),
});
export type GitHubAppView = Static<typeof GitHubAppView>;

export const RegisterGitHubAppRequest = Type.Object(
  {
    address: Type.String({
      ...formFields.url,
      description: 'https://github.com, or that of a GitHub Enterprise Server',
    }),
    organization: Nullable(
      Type.String({
        ...formFields.gitHubOrganization,
        description: 'that will own the app; null: whoever registers it',
      }),
    ),
    isPublic: Type.Boolean({ description: 'whether others than the owner may install it' }),
    hasWebhook: Type.Boolean({ description: 'whether it tells of pushes, where GitHub can reach Assay' }),
  },
  { additionalProperties: false },
);
export type RegisterGitHubAppRequest = Static<typeof RegisterGitHubAppRequest>;

export const RegisterGitHubAppStart = Type.Object({
  url: Type.String({ description: 'a page of Assay that takes the browser to GitHub with the manifest' }),
});

/** What GitHub sent the browser back with. */
export const FinishGitHubAppRequest = Type.Object(
  {
    state: Type.String({ minLength: 1, maxLength: 200 }),
    code: Type.String({ minLength: 1, maxLength: 200, pattern: '^[\\w-]+$' }),
  },
  { additionalProperties: false },
);
