import { type ParseArgsConfig, parseArgs } from 'node:util';
import { usageFailure } from './exitCodes.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/** What every command takes. */
export const commonOptions = {
  url: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const satisfies Options;

/** Reads a command's arguments. @throws CommandFailure for what the command does not know. */
export function readOptions<Wanted extends Options>(args: string[], options: Wanted) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    throw usageFailure(error instanceof Error ? error.message : String(error));
  }
}

/** @throws CommandFailure when the option was not given. */
export function required(name: string, value: string | undefined): string {
  if (value === undefined || value.trim() === '') throw usageFailure(`--${name} is missing.`);
  return value.trim();
}

/** @throws CommandFailure when it is no whole number of that range. */
export function wholeNumber(
  name: string,
  value: string | undefined,
  { min, max }: { min: number; max: number },
): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (Number.isInteger(number) && number >= min && number <= max) return number;
  throw usageFailure(`--${name} must be a whole number from ${min} to ${max}, not '${value}'.`);
}

/** @returns the parts of a comma list; undefined where it was not given. */
export function commaList(value: string | undefined): string[] | undefined {
  return value?.split(',').flatMap((part) => part.trim() || []);
}
