import { type Static, Type } from 'typebox';
import { SignInReturnPath } from '../authorizations/gitSignIns.ts';
import { formFields } from '../formFields.ts';
import { Nullable } from '../ids.ts';

/** What begins every state of a sign-in at Jira, so that the browser knows what it came back from. */
export const jiraSignInPrefix = 'jira.';

/** The page to which Jira sends browsers back; it belongs to no account. */
export const jiraReturnPath = '/alerts';

/** How Jira is connected here by signing in there. */
export const JiraAppView = Type.Object({
  isSetUp: Type.Boolean({ description: 'whether the operator has set the client id and secret of the app' }),
  createUrl: Type.String({ description: 'where Atlassian registers apps' }),
  redirectUri: Type.String({ description: 'where Atlassian sends the browser back to' }),
  scopes: Type.Array(Type.Object({ scope: Type.String(), why: Type.String() })),
});
export type JiraAppView = Static<typeof JiraAppView>;

export const StartJiraSignInRequest = Type.Object(
  {
    returnTo: SignInReturnPath,
    site: Type.Optional(
      Nullable(
        Type.String({
          ...formFields.authorizationIdentifier,
          description: 'the address of the Jira that is meant; needed where the person has several',
        }),
      ),
    ),
  },
  { additionalProperties: false },
);

/** What Atlassian sent the browser back with. */
export const ConnectJiraRequest = Type.Object(
  {
    code: Type.String({ minLength: 1, maxLength: 4000 }),
    redirectUri: Type.String({ minLength: 1, maxLength: 2000, description: 'where the browser came back to' }),
    state: Type.String({ minLength: 1, maxLength: 200, description: 'as the address had it; serves once' }),
  },
  { additionalProperties: false },
);
export type ConnectJiraRequest = Static<typeof ConnectJiraRequest>;

export const ConnectJiraAnswer = Type.Object({
  returnTo: Type.String(),
  site: Type.String({ description: 'the address of the Jira that is connected' }),
});
export type ConnectJiraAnswer = Static<typeof ConnectJiraAnswer>;

/** Whether Jira accepts the connection at this moment. */
export const JiraHealthView = Type.Object({
  status: Type.Enum(['well', 'failing']),
  detail: Type.String({ description: 'whom Jira knows the connection as, or why it is refused' }),
});
export type JiraHealthView = Static<typeof JiraHealthView>;
