import { InvalidFields } from '@assay/application';
import { messages } from '@assay/contract';

/** Clocks of browsers differ from ours by so much. */
const slackMs = 60_000;

/**
 * @param at a time in ISO 8601; undefined: now is meant
 * @returns the moment of the past that is meant, in milliseconds since 1970; undefined for now
 * @throws InvalidFields for a moment in the future
 */
export function momentOf(at: string | undefined, now: number = Date.now()): number | undefined {
  if (at === undefined || at === '') return undefined;
  const moment = Date.parse(at);
  if (!(moment <= now + slackMs)) throw new InvalidFields({ field: 'at', message: messages.inFuture });
  return Math.min(moment, now);
}
