import { type Static, Type } from 'typebox';

/** The steps of setting up a new account, in order. */
export const setupSteps = ['Connect', 'Upload', 'Payment', 'Final'] as const;
export type SetupStep = (typeof setupSteps)[number];

export const AccountSetupView = Type.Object({
  steps: Type.Array(Type.Enum(setupSteps), { description: 'that are finished or were skipped' }),
  setupComplete: Type.Boolean(),
});
export type AccountSetupView = Static<typeof AccountSetupView>;

export const SetupStepRequest = Type.Object({ step: Type.Enum(setupSteps) }, { additionalProperties: false });

/** The highest tier includes everything, so nothing is left to choose. */
const highestTier = 4;

/** @returns whether the set-up of an account with this plan has the step Payment */
export function hasPlanToSelect({ tier, legacyPlan }: { tier: number; legacyPlan: boolean }): boolean {
  return !legacyPlan && tier < highestTier;
}
