import type { UserId } from '@assay/contract';
import { userDecider } from '@assay/domain';
import { newId } from '@assay/event-log';
import type { ApiUnderTest } from './apiUnderTest.ts';

/** Makes somebody staff, as the operator's command does. */
export async function grantStaff(api: ApiUnderTest, { userId }: { userId: UserId }): Promise<void> {
  const context = {
    accountId: null,
    actor: { kind: 'automation' as const, id: 'test' },
    occurredAt: new Date().toISOString(),
    $correlationId: newId<string>(),
  };
  await api.eventLog.handle(userDecider, userId, { type: 'grantStaffRight', userId }, context);
  await api.caughtUp();
}
