import { type Static, Type } from 'typebox';
import { SignInReturnPath } from '../authorizations/gitSignIns.ts';
import { formFields } from '../formFields.ts';

/** What begins every state of a sign-in at Slack, so that the browser knows what it came back from. */
export const slackSignInPrefix = 'slack.';

/** How Slack is connected here by signing in there, and the app that has to be made at Slack for it. */
export const SlackAppView = Type.Object({
  isSetUp: Type.Boolean({ description: 'whether the operator has set the client id and secret of the app' }),
  manifest: Type.String({ description: 'JSON, to be pasted where Slack makes apps' }),
  createUrl: Type.String({ description: 'where Slack makes apps' }),
  redirectUri: Type.String({ description: 'where Slack sends the browser back to' }),
  scopes: Type.Array(Type.Object({ scope: Type.String(), why: Type.String() }), {
    description: 'what the app may do, and what for',
  }),
});
export type SlackAppView = Static<typeof SlackAppView>;

export const StartSlackSignInRequest = Type.Object({ returnTo: SignInReturnPath }, { additionalProperties: false });

/** What Slack sent the browser back with. */
export const ConnectSlackRequest = Type.Object(
  {
    code: Type.String({ minLength: 1, maxLength: 2000 }),
    redirectUri: Type.String({ minLength: 1, maxLength: 2000, description: 'where the browser came back to' }),
    state: Type.String({ minLength: 1, maxLength: 200, description: 'as the address had it; serves once' }),
  },
  { additionalProperties: false },
);
export type ConnectSlackRequest = Static<typeof ConnectSlackRequest>;

export const ConnectSlackAnswer = Type.Object({ returnTo: Type.String() });

/** Where Slack sends the commands that people type, below the address of the service. */
export const slackCommandsPath = '/api/hooks/slack-commands';

export const ConnectSlackMemberRequest = Type.Object(
  { slackMemberId: Type.String({ ...formFields.slackMemberId, description: 'as the profile at Slack shows it' }) },
  { additionalProperties: false },
);

/** Whether Slack takes the token of the account at this moment. */
export const SlackHealthView = Type.Object({
  status: Type.Enum(['well', 'failing', 'unknown'], {
    description: 'unknown: an incoming webhook cannot be asked without posting',
  }),
  detail: Type.String({ description: 'who Slack says the bot is, or why it is not taken' }),
});
export type SlackHealthView = Static<typeof SlackHealthView>;
