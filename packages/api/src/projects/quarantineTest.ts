import { projectCalls } from '@assay/contract';
import { DomainError, projectTestsDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const quarantineTest = route(
  projectCalls.quarantineTest,
  async ({ api, params: { id, testId }, body, caller, context, expectedRevision }) => {
    await api.owners.requireOwn(`project-${id}`, caller.accountId, 'project.notFound');
    // The event names file and name, so that it is readable on its own.
    const find = () => caller.models.projectTest(id, testId);
    // A test that just appeared in a run may not be among the project's tests yet.
    const test =
      (await find()) ?? (await api.readModels.require({ scope: caller.accountId, tier: 'trailing' }).then(find));
    if (!test) throw new DomainError('projectTest.notFound');
    const { until, ownerUserId } = body;
    if (until && Date.parse(until) <= Date.parse(context.occurredAt)) throw new DomainError('quarantine.endsInThePast');
    if (ownerUserId && (await api.readModels.roleOf(ownerUserId, caller.accountId)) === null) {
      throw new DomainError('quarantine.ownerNotFound');
    }
    const { file, name } = test;
    const result = await api.eventLog.handle(
      projectTestsDecider,
      id,
      { type: 'quarantineTest', projectId: id, testId, file, name, reason: body.reason ?? null, until, ownerUserId },
      { ...context, expectedRevision },
    );
    return commandAnswer(api.eventLog, result);
  },
);
