import type { TeamRequest } from '@assay/contract';

/** @returns the team of a request; fields left out are empty. */
export function teamOf({ name, description = null, email = null, slackChannel = null }: TeamRequest) {
  return { name, description, email, slackChannel };
}
