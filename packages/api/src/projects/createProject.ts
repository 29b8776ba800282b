import { createNamed, namedThings } from '@assay/application';
import { defaultProjectSettings, type ProjectId, projectCalls } from '@assay/contract';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { checkProjectSettings } from './checkProjectSettings.ts';

export const createProject = route(projectCalls.createProject, async ({ api, body, caller, context, newId }) => {
  const { name, key, ...given } = body;
  const settings = { ...defaultProjectSettings, ...given };
  await checkProjectSettings(given, caller, api.config.gitAddresses);
  const projectId = newId<ProjectId>();
  const command = { type: 'createProject' as const, projectId, key, name, settings };
  return commandAnswer(api.eventLog, await createNamed(api, namedThings.project, projectId, command, context));
});
