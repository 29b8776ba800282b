import { createNamed, namedThings, refusedNamesOf } from '@assay/application';
import { defaultProjectSettings, type ProjectId, projectCalls } from '@assay/contract';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { requireRoom } from '../quotas/requireRoom.ts';
import { checkProjectSettings } from './checkProjectSettings.ts';

export const createProject = route(
  projectCalls.createProject,
  async ({ api, body, caller, context, errors, newId }) => {
    await requireRoom(api, caller, 'projects');
    const { name, key, ...given } = body;
    const settings = { ...defaultProjectSettings, ...given };
    const projectId = newId<ProjectId>();
    const command = { type: 'createProject' as const, projectId, key, name, settings };
    const result = await createNamed(api, namedThings.project, projectId, command, context, errors);
    return commandAnswer(api.eventLog, result);
  },
  {
    checks: ({ api, body, caller }) => [() => checkProjectSettings(body, caller, api.config.gitAddresses)],
    rest: ({ api, body, caller: { accountId } }) =>
      refusedNamesOf(api, { thing: namedThings.project, accountId, id: null, fields: body }),
  },
);
