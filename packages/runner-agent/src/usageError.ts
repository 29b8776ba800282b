/** A command line or a variable has a wrong value; the message is for the person who started the agent. */
export class UsageError extends Error {}

/** @throws UsageError for anything but a whole number from 0 up. */
export function wholeNumber(option: string, given: string): number {
  const number = Number(given);
  if (given.trim() === '' || !Number.isSafeInteger(number) || number < 0) {
    throw new UsageError(`${option} must be a whole number from 0 up.`);
  }
  return number;
}
