import { type AccountView, hasPlanToSelect, type SetupStep, setupSteps } from '@assay/contract';
import { useGetAccountQuery, useGetAccountSetupQuery } from '../../connection/serviceHooks.ts';

/** Whether each step of an account's set-up is done, in order. A plan that includes everything needs no payment. */
function stepsOf(account: AccountView, done: readonly SetupStep[]): readonly { step: SetupStep; isDone: boolean }[] {
  const hasPayment = hasPlanToSelect({ tier: account.currentPlan, legacyPlan: account.legacyPlan });
  return setupSteps
    .filter((step) => step !== 'Payment' || hasPayment)
    .map((step) => ({ step, isDone: done.includes(step) }));
}

/** @returns the steps of the set-up and the one that is next, or that it is over; null until this is known */
export function useSetupSteps() {
  const { data: account } = useGetAccountQuery();
  const { data: setup } = useGetAccountSetupQuery();
  if (!account || !setup) return null;
  const steps = stepsOf(account, setup.steps);
  return {
    account,
    isComplete: setup.setupComplete,
    steps,
    next: steps.find(({ isDone }) => !isDone)?.step ?? 'Final',
  };
}
