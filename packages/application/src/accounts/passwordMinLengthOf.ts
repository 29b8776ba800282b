import { limits } from '@assay/contract';

/**
 * @returns the characters that a new password needs at least: `ASSAY_PASSWORD_MIN_LENGTH`, 8 by default
 * @throws RangeError for a number below 8 or above 128, and for anything else
 */
export function passwordMinLengthOf(env: NodeJS.ProcessEnv): number {
  const { min, max } = limits.passwordMinLength;
  const given = env.ASSAY_PASSWORD_MIN_LENGTH;
  if (!given) return min;
  const length = Number(given);
  if (!Number.isSafeInteger(length) || length < min || length > max) {
    throw new RangeError(`ASSAY_PASSWORD_MIN_LENGTH must be a whole number from ${min} to ${max}, not '${given}'.`);
  }
  return length;
}
