import { type ProblemCommand, problemDecider } from '@assay/domain';
import type { RecordedEvent } from '@assay/event-log';
import type { AutomationDeps } from '../automationDeps.ts';
import { awaitReadModels } from '../awaitReadModels.ts';
import { policy, reactingTo } from '../policy.ts';

async function free(
  event: RecordedEvent & { type: 'UserRoleRemoved' },
  { eventLog, readModels }: AutomationDeps,
): Promise<void> {
  await awaitReadModels(readModels, event);
  const { accountId, userId } = event.data;
  for (const { projectId, problemId } of await readModels.of(accountId).ownedProblems(userId)) {
    await eventLog.handle(
      problemDecider,
      `${projectId}.${problemId}`,
      // Another user may have taken it in the meantime.
      ({ ownerUserId }): ProblemCommand => ({
        type: 'changeProblem',
        projectId,
        problemId,
        ownerUserId: ownerUserId === userId ? null : ownerUserId,
      }),
      reactingTo(event, 'freeProblems'),
    );
  }
}

/** Unassigns problems whose owner has left the account; everything else about them stays. */
export const freeProblems = policy({ name: 'freeProblems', on: ['UserRoleRemoved'], react: free });
