/** What the app may do at Slack, and what for. */
export const slackScopes = [
  { scope: 'chat:write', why: 'posts the messages of alerts, changes them as runs end, and answers in their threads' },
  {
    scope: 'incoming-webhook',
    why: 'lets you choose a channel as you sign in, to which the app then posts without being invited',
  },
  { scope: 'commands', why: 'gives people the command /assay, by which they say who they are in Assay' },
  { scope: 'users:read', why: 'looks up somebody who says who they are at Slack' },
  { scope: 'users:read.email', why: 'compares their e-mail address with the one by which they sign in here' },
] as const;

/** Where Slack makes apps. */
export const slackAppsUrl = 'https://api.slack.com/apps?new_app=1';

/**
 * @param urls where Slack sends people back to who sign in, and commands that they type; it takes https only
 * @returns the manifest of the app (https://api.slack.com/reference/manifests), JSON, readable
 */
export function slackManifestOf({ redirectUri, commandsUrl }: { redirectUri: string; commandsUrl: string }): string {
  const manifest = {
    display_information: { name: 'Assay', description: 'Tells how test runs stand' },
    features: {
      bot_user: { display_name: 'Assay', always_online: false },
      ...(commandsUrl.startsWith('https:')
        ? { slash_commands: [{ command: '/assay', url: commandsUrl, description: 'Connect yourself with Assay' }] }
        : {}),
    },
    oauth_config: {
      redirect_urls: [redirectUri],
      scopes: { bot: slackScopes.map(({ scope }) => scope) },
    },
    settings: { org_deploy_enabled: false, socket_mode_enabled: false, token_rotation_enabled: false },
  };
  return JSON.stringify(manifest, null, 2);
}
