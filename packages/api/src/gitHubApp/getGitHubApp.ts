import { type GitHubAppView, gitHubAppCalls } from '@assay/contract';
import { gitHubAppPageOf } from '@assay/integrations';
import { route } from '../http/route.ts';
import { gitHubAppUrlOf } from '../webhooks/webhookUrl.ts';

type Kept = { address: string; appId: string; slug: string; webhookSecret: string | null };

function shown({ address, appId, slug, webhookSecret }: Kept) {
  return { address, appId, slug, pageUrl: gitHubAppPageOf({ address, slug }), hasWebhook: webhookSecret !== null };
}

export const getGitHubApp = route(
  gitHubAppCalls.getGitHubApp,
  async ({ api: { config, operations, readModels } }): Promise<GitHubAppView> => {
    const configured = config.gitApps.gitHubApp;
    const registered = await operations.gitHubAppKeys.find();
    const by = registered && (await readModels.user(registered.registeredBy));
    return {
      configured: configured && shown(configured),
      registered: registered && {
        ...shown(registered),
        name: registered.name,
        settingsUrl: registered.settingsUrl,
        registeredAt: registered.registeredAt,
        registeredBy: by?.fullName ?? null,
      },
      connections: await readModels.countOfInstallations(),
      publicUrl: config.publicUrl,
      webhookUrl: gitHubAppUrlOf(config),
    };
  },
);
