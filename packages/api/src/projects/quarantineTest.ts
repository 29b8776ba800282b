import { projectCalls } from '@assay/contract';
import { DomainError, projectTestsDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { requireProjectTest } from './requireProjectTest.ts';

export const quarantineTest = route(
  projectCalls.quarantineTest,
  async ({ api, params: { id, testId }, body, caller, context, expectedRevision }) => {
    // The event names file and name, so that it is readable on its own.
    const { file, name } = await requireProjectTest(api, caller, id, testId);
    const { until, ownerUserId } = body;
    if (until && Date.parse(until) <= Date.parse(context.occurredAt)) throw new DomainError('quarantine.endsInThePast');
    if (ownerUserId && (await api.readModels.roleOf(ownerUserId, caller.accountId)) === null) {
      throw new DomainError('quarantine.ownerNotFound');
    }
    const result = await api.eventLog.handle(
      projectTestsDecider,
      id,
      { type: 'quarantineTest', projectId: id, testId, file, name, reason: body.reason ?? null, until, ownerUserId },
      { ...context, expectedRevision },
    );
    return commandAnswer(api.eventLog, result);
  },
);
