/** A tier that includes rerun, New Test Run and the timeline: 2 and up, or a legacy plan. */
export function includesOwnRunners(account: { currentPlan: number; legacyPlan: boolean }): boolean {
  return account.legacyPlan || account.currentPlan >= 2;
}

/** Enables 'Upload Test Run' for an account whose plan includes its own runners. */
export const uploadOverrideFlag = 'upload-test-run';

/** Uploading results is for plans without their own runners, and for accounts where it is enabled. */
export function includesUpload(account: {
  currentPlan: number;
  legacyPlan: boolean;
  flags: readonly string[];
}): boolean {
  return !includesOwnRunners(account) || account.flags.includes(uploadOverrideFlag);
}
