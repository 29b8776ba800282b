import { changeNamed, namedThings, refusedNamesOf } from '@assay/application';
import { projectCalls } from '@assay/contract';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { checkProjectSettings } from './checkProjectSettings.ts';
import { settingsAsked } from './settingsAsked.ts';

export const changeProject = route(
  projectCalls.changeProject,
  async ({ api, params: { id }, body, caller, context, errors, expectedRevision }) => {
    const { name, ...asked } = body;
    const settings = await settingsAsked(api, caller.accountId, id, asked);
    const command = { type: 'changeProject' as const, name, settings };
    const seen = { ...context, expectedRevision };
    return commandAnswer(api.eventLog, await changeNamed(api, namedThings.project, id, command, seen, errors));
  },
  {
    checks: ({ api, params: { id }, body: { name: _, ...asked }, caller }) => [
      () => api.owners.requireOwn(`project-${id}`, caller.accountId, namedThings.project.notFound),
      async () =>
        checkProjectSettings(await settingsAsked(api, caller.accountId, id, asked), caller, api.config.gitAddresses),
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
