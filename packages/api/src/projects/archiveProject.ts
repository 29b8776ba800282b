import { projectCalls } from '@assay/contract';
import { type ProjectCommand, projectDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { releaseName } from '../reservations/reserveNames.ts';
import { projectKeyOf, projectNameOf } from './projectNames.ts';

export const archiveProject = route(
  projectCalls.archiveProject,
  async ({ api, params: { id }, caller, context, expectedRevision }) => {
    const stream = `project-${id}`;
    await api.owners.requireOwn(stream, caller.accountId, 'project.notFound');
    const result = await api.eventLog.handle(
      projectDecider,
      id,
      // Archived before, but perhaps not to the end: its names are released below in any case.
      (state): ProjectCommand | null => (state.status === 'archived' ? null : { type: 'archiveProject' }),
      { ...context, expectedRevision },
    );
    const { state } = await api.eventLog.load(projectDecider, id);
    if (state.status === 'archived') {
      await releaseName(api, projectNameOf(caller.accountId, state.name), stream, context);
      await releaseName(api, projectKeyOf(caller.accountId, state.key), stream, context);
    }
    return commandAnswer(api.eventLog, result);
  },
);
