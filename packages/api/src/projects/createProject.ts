import { defaultProjectSettings, type ProjectId, projectCalls } from '@assay/contract';
import { type ProjectCommand, projectDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { withReservedNames } from '../reservations/reserveNames.ts';
import { checkProjectSettings } from './checkProjectSettings.ts';
import { projectKeyOf, projectNameOf } from './projectNames.ts';

export const createProject = route(projectCalls.createProject, async ({ api, body, caller, context, newId }) => {
  const { name, key, ...given } = body;
  const settings = { ...defaultProjectSettings, ...given };
  await checkProjectSettings(given, caller);
  const projectId = newId<ProjectId>();
  const names = [projectNameOf(caller.accountId, name), projectKeyOf(caller.accountId, key)];
  const command: ProjectCommand = { type: 'createProject', projectId, key, name, settings };
  const result = await withReservedNames(api, names, `project-${projectId}`, context, () =>
    api.eventLog.handle(projectDecider, projectId, (state) => (state.status === 'none' ? command : null), context),
  );
  return commandAnswer(api.eventLog, result);
});
