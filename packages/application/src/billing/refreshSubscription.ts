import type { AccountId, PaymentProcessor } from '@assay/contract';
import { type ApplySubscription, accountDecider } from '@assay/domain';
import { type AppendContext, type CommandResult, type EventLog, RevisionConflict } from '@assay/event-log';

export type BillingDeps = { eventLog: EventLog; payments: PaymentProcessor };

/** The payment processor does not answer. Nothing has changed, and the account keeps its plan. */
export class ProcessorAway extends Error {
  constructor() {
    super('The payment processor does not answer.');
    this.name = 'ProcessorAway';
  }
}

const attempts = 5;

/**
 * Asks the payment processor for the subscription of an account, and records what has changed. What is recorded was
 * asked for after everything that was recorded before: an answer that is overtaken is asked for again.
 * @returns null: the account has no customer at the processor
 * @throws ProcessorAway
 */
export async function refreshSubscription(
  { eventLog, payments }: BillingDeps,
  accountId: AccountId,
  cause: ApplySubscription['cause'],
  context: AppendContext,
): Promise<CommandResult | null> {
  for (let attempt = 1; ; attempt++) {
    const { state, revision } = await eventLog.load(accountDecider, accountId);
    if (!state.exists || state.billing.customerId === null) return null;
    const answer = await payments.fetchSubscription(state.billing.customerId);
    if (answer.outcome !== 'done') throw new ProcessorAway();
    const now = new Date().toISOString();
    const command = { type: 'applySubscription' as const, fetched: answer.value, cause, now };
    try {
      return await eventLog.handle(accountDecider, accountId, command, { ...context, expectedRevision: revision });
    } catch (error) {
      if (!(error instanceof RevisionConflict) || attempt === attempts) throw error;
    }
  }
}
