import { authorizationCalls, isGitService } from '@assay/contract';
import { authorizationDecider, DomainError } from '@assay/domain';
import { listRepositories, UnreadableService } from '@assay/integrations';
import { ApiError } from '../http/apiErrors.ts';
import { route } from '../http/route.ts';

export const listServiceRepositories = route(
  authorizationCalls.listServiceRepositories,
  async ({ api, params: { id }, caller: { accountId } }) => {
    await api.owners.requireOwn(`authorization-${id}`, accountId, 'authorization.notFound');
    const { state } = await api.eventLog.load(authorizationDecider, id);
    if (state.status === 'none') throw new DomainError('authorization.notFound');
    const { provider, identifier: address, token } = state;
    if (!isGitService(provider)) return [];
    try {
      return await listRepositories(api.services, { provider, address, token });
    } catch (cause) {
      if (cause instanceof UnreadableService) {
        throw new ApiError('authorization.unusable', { message: cause.message, cause });
      }
      throw cause;
    }
  },
);
