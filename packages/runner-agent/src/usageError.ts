/** A command line or a variable that says what it must not; the message is for whoever started the agent. */
export class UsageError extends Error {}

/** @throws UsageError for what is not a whole number from 0 up. */
export function wholeNumber(option: string, given: string): number {
  const number = Number(given);
  if (given.trim() === '' || !Number.isSafeInteger(number) || number < 0) {
    throw new UsageError(`${option} must be a whole number from 0 up.`);
  }
  return number;
}
