import { changeNamed, namedThings, refusedNamesOf } from '@assay/application';
import {
  type AccountId,
  type ChangeProjectRequest,
  type ProjectId,
  projectCalls,
  withoutGitCredentials,
} from '@assay/contract';
import { projectDecider } from '@assay/domain';
import type { Api } from '../api.ts';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { checkProjectSettings } from './checkProjectSettings.ts';
import { withNamedRepository } from './namedRepository.ts';

/** The settings that a request asks for; a URL that is sent back as it was shown is the stored one. */
async function settingsAsked(
  api: Api,
  accountId: AccountId,
  id: ProjectId,
  { name: _, ...body }: ChangeProjectRequest,
) {
  const { state } = await api.eventLog.load(projectDecider, id);
  const gitUrl = state.status === 'active' ? state.settings.gitUrl : null;
  const asked = await withNamedRepository(api, accountId, body, gitUrl);
  const isAsShown = gitUrl !== null && asked.gitUrl === withoutGitCredentials(gitUrl);
  return isAsShown ? { ...asked, gitUrl } : asked;
}

export const changeProject = route(
  projectCalls.changeProject,
  async ({ api, params: { id }, body, caller, context, errors, expectedRevision }) => {
    const settings = await settingsAsked(api, caller.accountId, id, body);
    const command = { type: 'changeProject' as const, name: body.name, settings };
    const seen = { ...context, expectedRevision };
    return commandAnswer(api.eventLog, await changeNamed(api, namedThings.project, id, command, seen, errors));
  },
  {
    checks: ({ api, params: { id }, body, caller }) => [
      () => api.owners.requireOwn(`project-${id}`, caller.accountId, namedThings.project.notFound),
      async () =>
        checkProjectSettings(await settingsAsked(api, caller.accountId, id, body), caller, api.config.gitAddresses),
    ],
    rest: ({ api, params: { id }, body, caller: { accountId } }) =>
      refusedNamesOf(api, {
        thing: namedThings.project,
        accountId,
        id,
        fields: body,
      }),
  },
);
