import { changeNamed, namedThings } from '@assay/application';
import { projectCalls } from '@assay/contract';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { checkProjectSettings } from './checkProjectSettings.ts';

export const changeProject = route(
  projectCalls.changeProject,
  async ({ api, params: { id }, body, caller, context, expectedRevision }) => {
    await api.owners.requireOwn(`project-${id}`, caller.accountId, namedThings.project.notFound);
    const { name, ...settings } = body;
    await checkProjectSettings(settings, caller);
    const command = { type: 'changeProject' as const, name, settings };
    const result = await changeNamed(api, namedThings.project, id, command, { ...context, expectedRevision });
    return commandAnswer(api.eventLog, result);
  },
);
