import { authorizationCalls, may } from '@assay/contract';
import { isInstalled, UnreadableService } from '@assay/integrations';
import { route } from '../http/route.ts';

/** Only of installations by which an account of the caller is connected is anything told. */
export const getGitHubInstallation = route(
  authorizationCalls.getGitHubInstallation,
  async ({ api, params: { id }, caller: { userId } }) => {
    const app = await api.gitApps.gitHubApp();
    if (app === null) return { complete: false };
    const roles = (await api.readModels.user(userId))?.roles ?? [];
    const connected = await api.readModels.accountsOfInstallation(id);
    const isTheirs = roles.some(
      ({ roleType: role, accountId }) =>
        connected.includes(accountId) && may([{ role, accountId }], 'authorization.write', { accountId }),
    );
    if (!isTheirs) return { complete: false };
    try {
      return { complete: await isInstalled(api.services, app, id, new Date()) };
    } catch (error) {
      if (error instanceof UnreadableService) return { complete: false };
      throw error;
    }
  },
);
