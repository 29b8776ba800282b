import { requireAddress, together } from '../gitServices/gitAppSettings.ts';

/** Assay as an app that the operator has made at Slack. */
export type SlackApp = {
  clientId: string;
  clientSecret: string;
  /** Shows that commands come from Slack; null: none are taken. */
  signingSecret: string | null;
};

/** Where Slack is, and the app by which accounts connect it besides by token; null: there is none. */
export type SlackSettings = { address: string; app: SlackApp | null };

/**
 * @returns what `ASSAY_SLACK_…` configures
 * @throws RangeError that names the variable which is wrong or missing
 */
export function slackSettingsOf(env: NodeJS.ProcessEnv): SlackSettings {
  const address = requireAddress('ASSAY_SLACK_URL', env.ASSAY_SLACK_URL || 'https://slack.com');
  const given = together(env, ['ASSAY_SLACK_CLIENT_ID', 'ASSAY_SLACK_CLIENT_SECRET']);
  if (given === null) return { address, app: null };
  return {
    address,
    app: {
      clientId: given.ASSAY_SLACK_CLIENT_ID,
      clientSecret: given.ASSAY_SLACK_CLIENT_SECRET,
      signingSecret: env.ASSAY_SLACK_SIGNING_SECRET || null,
    },
  };
}
