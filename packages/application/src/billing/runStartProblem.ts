import { type AccountId, messages, type PaymentProcessor } from '@assay/contract';
import { testingTimeProblem } from '../accounts/testingTimeProblem.ts';

type Deps = Parameters<typeof testingTimeProblem>[0] & { payments: PaymentProcessor | null };

/** Why an account may not start a run: an error code and a text for people. */
export type RunStartProblem = { code: 'billing.unpaid' | 'quota.testingTime'; message: string };

/**
 * Checks what prevents an account from starting runs: an overdue invoice, or the testing time of its plan. Runs in
 * progress continue. Without billing, there are no invoices.
 * @returns null: nothing does
 * @throws ReadModelsLagging when read models take too long to catch up
 */
export async function runStartProblem(app: Deps, accountId: AccountId): Promise<RunStartProblem | null> {
  if (app.payments !== null) {
    const billing = await app.readModels.of(accountId).billing();
    if (billing?.subscription?.status === 'unpaid') {
      return { code: 'billing.unpaid', message: messages.paymentMissing };
    }
  }
  const message = await testingTimeProblem(app, accountId);
  return message === null ? null : { code: 'quota.testingTime', message };
}
