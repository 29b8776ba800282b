import { type ParseArgsConfig, parseArgs } from 'node:util';
import { usageFailure } from './exitCodes.ts';
import { helps } from './help.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/** The options of every command. */
const commonOptions = {
  url: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const satisfies Options;

/** @throws CommandFailure for unknown options. */
function parsed<Wanted extends Options>(args: string[], options: Wanted) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    throw usageFailure(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Reads a command's arguments: its own options and the common ones.
 * @returns null where help was requested, which is printed
 * @throws CommandFailure for unknown options
 */
export function readCommand<Wanted extends Options>(command: keyof typeof helps, args: string[], options: Wanted) {
  const { values, positionals } = parsed(args, { ...commonOptions, ...options });
  const asksForHelp = 'help' in values && values.help === true;
  if (!asksForHelp) return { values, positionals };
  process.stdout.write(helps[command]);
  return null;
}

/** @throws CommandFailure for arguments to a command that takes only options. */
export function optionsOnly(command: keyof typeof helps, [first]: readonly string[]): void {
  if (first !== undefined) throw usageFailure(`'assay ${command}' takes options only, not '${first}'.`);
}

/** @throws CommandFailure when the option is missing. */
export function required(name: string, value: string | undefined): string {
  if (value === undefined || value.trim() === '') throw usageFailure(`--${name} is missing.`);
  return value.trim();
}

/** @throws CommandFailure for anything but a whole number in that range. */
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

/** @throws CommandFailure for anything but one of the choices. */
export function oneOf(name: string, value: string | undefined, choices: readonly string[]): string | undefined {
  if (value === undefined || choices.includes(value)) return value;
  throw usageFailure(`--${name} must be ${choices.join(' or ')}, not '${value}'.`);
}

/**
 * @param what the command does with the run
 * @returns the id of the one run that the arguments name
 * @throws CommandFailure for none, or several
 */
export function oneRun([id, ...more]: readonly string[], what: string): string {
  if (id === undefined || more.length > 0) throw usageFailure(`Name the one test run to ${what}.`);
  return id;
}

/** @returns the parts of a comma-separated list; undefined where it is missing. */
export function commaList(value: string | undefined): string[] | undefined {
  return value?.split(',').flatMap((part) => part.trim() || []);
}
