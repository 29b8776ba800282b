import { type AccountId, type ChangeProjectRequest, type ProjectId, withoutGitCredentials } from '@assay/contract';
import { projectDecider } from '@assay/domain';
import type { Api } from '../api.ts';
import { withNamedRepository } from './namedRepository.ts';

/** @returns the settings that a request asks for; a URL that is sent back as it was shown is the stored one */
export async function settingsAsked(
  api: Api,
  accountId: AccountId,
  id: ProjectId,
  body: Omit<ChangeProjectRequest, 'name'>,
) {
  const { state } = await api.eventLog.load(projectDecider, id);
  const gitUrl = state.status === 'active' ? state.settings.gitUrl : null;
  const asked = await withNamedRepository(api, accountId, body, gitUrl);
  const isAsShown = gitUrl !== null && asked.gitUrl === withoutGitCredentials(gitUrl);
  return isAsShown ? { ...asked, gitUrl } : asked;
}
