import { typeName } from '../bson/typeNames.ts';
import { type Document, int32, ObjectIdValue, UtcDate, type Value } from '../bson/values.ts';
import { locationError } from '../errors/mongoError.ts';
import { numberValue } from '../query/numberOperand.ts';
import { dayOfYear, formatDate } from './dateFormat.ts';
import type { Expression, OperatorCompiler, Variables } from './expression.ts';
import { isNullish, namedArguments } from './operands.ts';
import { localTime, utcOfLocal } from './timeZone.ts';

/** `$year: <date>` or `{ date, timezone }`, and similar operators. */
function datePart(part: (local: Date) => number): OperatorCompiler {
  return (operand, name, compile) => {
    const named =
      operand instanceof Map && operand.has('date')
        ? namedArguments(operand, name, ['date', 'timezone'], 40535)
        : undefined;
    const date = compile(named?.get('date') ?? firstOf(operand));
    const zone = optional(named?.get('timezone'), compile);
    return (root, variables) => {
      const value = date(root, variables);
      const timezone = zoneOf(zone, root, variables);
      if (isNullish(value) || timezone === null) return null;
      return int32(part(localTime(millisecondsOf(value, name), timezone)));
    };
  };
}

const dateToString: OperatorCompiler = (operand, name, compile) => {
  const named = namedArguments(operand, name, ['date', 'format', 'timezone', 'onNull'], 18534);
  const date = compile(named.get('date') ?? null);
  const format = optional(named.get('format'), compile);
  const zone = optional(named.get('timezone'), compile);
  const onNull = optional(named.get('onNull'), compile);
  return (root, variables) => {
    const value = date(root, variables);
    const pattern = format?.(root, variables);
    const timezone = zoneOf(zone, root, variables);
    if (format !== undefined && isNullish(pattern)) return null;
    if (format !== undefined && typeof pattern !== 'string')
      throw locationError(18533, '$dateToString requires that format be a string');
    if (isNullish(value)) return onNull === undefined ? null : onNull(root, variables);
    if (timezone === null) return null;
    return formatDate(millisecondsOf(value, name), timezone, typeof pattern === 'string' ? pattern : undefined);
  };
};

const msPerUnit: Readonly<Record<string, number>> = {
  millisecond: 1,
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
};
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** Bins of more than one unit are counted from 2000-01-01 (weeks: from its first such weekday), in local time. */
const dateTrunc: OperatorCompiler = (operand, name, compile) => {
  const named = namedArguments(operand, name, ['date', 'unit', 'binSize', 'timezone', 'startOfWeek'], 5439007);
  const date = compile(named.get('date') ?? null);
  const unit = optional(named.get('unit'), compile);
  const binSize = optional(named.get('binSize'), compile);
  const zone = optional(named.get('timezone'), compile);
  const startOfWeek = optional(named.get('startOfWeek'), compile);
  return (root, variables) => {
    const value = date(root, variables);
    const unitName = unit?.(root, variables);
    const timezone = zoneOf(zone, root, variables);
    if (isNullish(value) || isNullish(unitName) || timezone === null) return null;
    const ms = millisecondsOf(value, name);
    const bins = Math.trunc(numberValue(binSize?.(root, variables) ?? int32(1)));
    if (!(bins >= 1)) throw locationError(5439017, '$dateTrunc requires binSize to be greater than 0');
    const weekday = weekdayOf(startOfWeek?.(root, variables));
    const local = localTime(ms, timezone).getTime();
    return new UtcDate(utcOfLocal(truncate(local, String(unitName), bins, weekday), timezone, ms));
  };
};

function truncate(local: number, unit: string, bins: number, weekday: number): number {
  const date = new Date(local);
  const months = { month: 1, quarter: 3, year: 12 }[unit];
  if (months !== undefined) {
    const since = (date.getUTCFullYear() - 2000) * 12 + date.getUTCMonth();
    const size = months * bins;
    return Date.UTC(2000, Math.floor(since / size) * size, 1);
  }
  const size = msPerUnit[unit];
  if (size === undefined) throw locationError(5439013, `unknown time unit value: ${unit}`);
  // 2000-01-01 was a Saturday.
  const reference = Date.UTC(2000, 0, 1) + (unit === 'week' ? ((weekday - 6 + 7) % 7) * 86_400_000 : 0);
  const span = size * bins;
  return reference + Math.floor((local - reference) / span) * span;
}

function weekdayOf(value: Value | undefined): number {
  if (isNullish(value)) return 0;
  const text = String(value).toLowerCase();
  const found = weekdays.findIndex((day) => day === text || (text.length === 3 && day.startsWith(text)));
  if (found < 0) throw locationError(5439015, '$dateTrunc requires startOfWeek to be a day of the week');
  return found;
}

function millisecondsOf(value: Value, name: string): number {
  if (value instanceof UtcDate) return value.ms;
  if (value instanceof ObjectIdValue) return value.bytes.readUInt32BE(0) * 1000;
  throw locationError(16006, `can't convert from BSON type ${typeName(value)} to Date in ${name}`);
}

/** UTC unless a zone is given; null when what is given evaluates to nothing. */
function zoneOf(zone: Expression | undefined, root: Document, variables: Variables): string | null {
  if (zone === undefined) return 'UTC';
  const value = zone(root, variables);
  if (isNullish(value)) return null;
  if (typeof value === 'string') return value;
  throw locationError(40517, `timezone must evaluate to a string, found ${typeName(value)}`);
}

function optional(operand: Value | undefined, compile: (operand: Value) => Expression): Expression | undefined {
  return operand === undefined ? undefined : compile(operand);
}

function firstOf(operand: Value): Value {
  return Array.isArray(operand) && operand.length === 1 ? (operand[0] ?? null) : operand;
}

export const dateOperators: Readonly<Record<string, OperatorCompiler>> = {
  $dateToString: dateToString,
  $dateTrunc: dateTrunc,
  $year: datePart((date) => date.getUTCFullYear()),
  $month: datePart((date) => date.getUTCMonth() + 1),
  $dayOfMonth: datePart((date) => date.getUTCDate()),
  $dayOfWeek: datePart((date) => date.getUTCDay() + 1),
  $dayOfYear: datePart(dayOfYear),
  $hour: datePart((date) => date.getUTCHours()),
  $minute: datePart((date) => date.getUTCMinutes()),
  $second: datePart((date) => date.getUTCSeconds()),
  $millisecond: datePart((date) => date.getUTCMilliseconds()),
};
