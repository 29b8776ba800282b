/** A tier that includes rerun, New Test Run and the timeline: 2 and up, or a legacy plan. */
export function includesOwnRunners(account: { currentPlan: number; legacyPlan: boolean }): boolean {
  return account.legacyPlan || account.currentPlan >= 2;
}

/** Switches 'Upload Test Run' on for an account whose plan has runs of its own instead. */
export const uploadOverrideFlag = 'upload-test-run';

/** Uploading results is for plans without runs of their own, and for accounts that have it switched on. */
export function includesUpload(account: {
  currentPlan: number;
  legacyPlan: boolean;
  flags: readonly string[];
}): boolean {
  return !includesOwnRunners(account) || account.flags.includes(uploadOverrideFlag);
}
