import type { TextOrder } from '../bson/compareValues.ts';
import { type Document, Int32, SymbolValue, type Value } from '../bson/values.ts';
import { describeValue } from '../errors/describeValue.ts';
import { mongoError } from '../errors/mongoError.ts';
import type { Conjunct } from './fieldTest.ts';
import { isNumber, numberValue } from './numberOperand.ts';

const sensitivityByStrength: Readonly<Record<number, Intl.CollatorOptions['sensitivity']>> = {
  1: 'base',
  2: 'accent',
  3: 'variant',
};

/** Supported options besides the locale, with the values that equal the default. */
const supportedOptions: Readonly<Record<string, readonly Value[]>> = {
  caseLevel: [false],
  caseFirst: ['off'],
  alternate: ['non-ignorable'],
  maxVariable: ['punct'],
  normalization: [false],
  backwards: [false],
};

/**
 * The text order of a collation; undefined for `simple`, which orders by UTF-8 bytes. Locales are those of the
 * runtime's ICU, with strength 1 to 3 and numericOrdering. Indexes are stored in simple order, so none serves text in a
 * filter or a sort under another collation. Throws BadValue for an unknown locale.
 */
export function parseCollation(spec: Value | undefined): TextOrder | undefined {
  if (spec === undefined) return undefined;
  if (!(spec instanceof Map))
    throw mongoError('TypeMismatch', "BSON field 'collation' is the wrong type, expected type 'object'");
  if (spec.size === 0 || spec.get('locale') === 'simple') return undefined;
  const invalid = (field: string): Error =>
    mongoError('BadValue', `Field '${field}' is invalid in: ${describeValue(spec)}`);
  const { locale, sensitivity, numeric } = optionsOf(spec, invalid);
  const collator = new Intl.Collator(locale, { sensitivity, numeric });
  return (a, b) => collator.compare(a, b);
}

function optionsOf(
  spec: Document,
  invalid: (field: string) => Error,
): { locale: string; sensitivity: Intl.CollatorOptions['sensitivity']; numeric: boolean } {
  for (const [field, value] of spec) {
    if (field === 'locale' || field === 'strength' || field === 'numericOrdering') continue;
    const allowed = supportedOptions[field];
    if (allowed === undefined) {
      throw mongoError('BadValue', `Collation spec contains unknown field. Collation spec: ${describeValue(spec)}`);
    }
    if (!allowed.includes(value)) throw invalid(field);
  }
  const given = spec.get('locale');
  const locale = typeof given === 'string' ? given.replaceAll('_', '-') : '';
  if (!isKnownLocale(locale)) throw invalid('locale');
  const strength = spec.get('strength') ?? new Int32(3);
  const sensitivity = isNumber(strength) ? sensitivityByStrength[numberValue(strength)] : undefined;
  if (sensitivity === undefined) throw invalid('strength');
  return { locale, sensitivity, numeric: spec.get('numericOrdering') === true };
}

function isKnownLocale(locale: string): boolean {
  try {
    return Intl.Collator.supportedLocalesOf(locale).length > 0;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Whether an index in simple order can serve a condition under another collation: not if text is involved. */
export function servesAnyCollation(conjunct: Conjunct): boolean {
  switch (conjunct.op) {
    case 'exists':
    case 'prefix':
      return true;
    case 'in':
      return !conjunct.values.some(mayHoldText);
    default:
      return !mayHoldText(conjunct.value);
  }
}

function mayHoldText(value: Value): boolean {
  return typeof value === 'string' || value instanceof SymbolValue || value instanceof Map || Array.isArray(value);
}
