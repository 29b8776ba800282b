import { createNamed, namedThings, refusedNamesOf } from '@assay/application';
import { defaultProjectSettings, type ProjectId, projectCalls } from '@assay/contract';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { requireRoom } from '../quotas/requireRoom.ts';
import { checkProjectSettings } from './checkProjectSettings.ts';
import { withNamedRepository } from './namedRepository.ts';

export const createProject = route(
  projectCalls.createProject,
  async ({ api, body, caller, context, errors, newId }) => {
    await requireRoom(api, caller, 'projects');
    const { name, key, ...given } = await withNamedRepository(api, caller.accountId, body, null);
    const settings = { ...defaultProjectSettings, ...given };
    const projectId = newId<ProjectId>();
    const command = { type: 'createProject' as const, projectId, key, name, settings };
    const result = await createNamed(api, namedThings.project, projectId, command, context, errors);
    return commandAnswer(api.eventLog, result);
  },
  {
    checks: ({ api, body, caller }) => [
      async () =>
        checkProjectSettings(
          await withNamedRepository(api, caller.accountId, body, null),
          caller,
          api.config.gitAddresses,
        ),
    ],
    rest: ({ api, body, caller: { accountId } }) =>
      refusedNamesOf(api, { thing: namedThings.project, accountId, id: null, fields: body }),
  },
);
