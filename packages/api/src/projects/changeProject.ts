import { projectCalls } from '@assay/contract';
import { DomainError, projectDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { isSameName } from '../reservations/reservedName.ts';
import { releaseName, withReservedNames } from '../reservations/reserveNames.ts';
import { checkProjectSettings } from './checkProjectSettings.ts';
import { projectNameOf } from './projectNames.ts';

export const changeProject = route(
  projectCalls.changeProject,
  async ({ api, params: { id }, body, caller, context, expectedRevision }) => {
    const stream = `project-${id}`;
    await api.owners.requireOwn(stream, caller.accountId, 'project.notFound');
    const { name, ...settings } = body;
    await checkProjectSettings(settings, caller);
    const change = () =>
      api.eventLog.handle(
        projectDecider,
        id,
        { type: 'changeProject', name, settings },
        { ...context, expectedRevision },
      );

    const { state } = await api.eventLog.load(projectDecider, id);
    if (state.status !== 'active') throw new DomainError('project.notFound');
    if (name === undefined || isSameName(name, state.name)) return commandAnswer(api.eventLog, await change());

    const reserved = [projectNameOf(caller.accountId, name)];
    const result = await withReservedNames(api, reserved, stream, context, change);
    for (const event of result.events) {
      if (event.type !== 'ProjectRenamed') continue;
      await releaseName(api, projectNameOf(caller.accountId, event.data.from), stream, context);
    }
    return commandAnswer(api.eventLog, result);
  },
);
