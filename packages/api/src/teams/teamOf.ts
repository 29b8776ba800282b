import type { TeamRequest } from '@assay/contract';

/** @returns a team as a request describes it: what it leaves out is empty. */
export function teamOf({ name, description = null, email = null, slackChannel = null }: TeamRequest) {
  return { name, description, email, slackChannel };
}
