import { type ParseArgsConfig, parseArgs } from 'node:util';
import { usageFailure } from './exitCodes.ts';
import { helps } from './help.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/** What every command takes. */
const commonOptions = {
  url: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const satisfies Options;

/** @throws CommandFailure for what the command does not know. */
function parsed<Wanted extends Options>(args: string[], options: Wanted) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    throw usageFailure(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Reads a command's arguments: its own options, and what every command takes.
 * @returns null where its help was asked for, which is printed
 * @throws CommandFailure for what the command does not know
 */
export function readCommand<Wanted extends Options>(command: keyof typeof helps, args: string[], options: Wanted) {
  const { values, positionals } = parsed(args, { ...commonOptions, ...options });
  const asksForHelp = 'help' in values && values.help === true;
  if (!asksForHelp) return { values, positionals };
  process.stdout.write(helps[command]);
  return null;
}

/** @throws CommandFailure for a command that is told all it needs by options, and something else. */
export function optionsOnly(command: keyof typeof helps, [first]: readonly string[]): void {
  if (first !== undefined) throw usageFailure(`'assay ${command}' takes options only, not '${first}'.`);
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
