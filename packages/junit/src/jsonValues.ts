import { agentProtocol, boundText, withoutEscapeCodes } from '@assay/contract';

/** A JSON object of unknown shape. */
export type Members = Readonly<Record<string, unknown>>;

/** @returns an object's members; none where the value is something else */
export function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};
}

/** @returns an array's elements; none where the value is something else */
export function elementsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** @returns the objects of an array */
export function objectsIn(value: unknown): Members[] {
  return elementsOf(value).map(membersOf);
}

/** @returns a text, bounded and without escape codes; '' where the value is something else */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? withoutEscapeCodes(boundText(value, agentProtocol.textLimit)) : '';
}

/** @returns the texts in an array */
export function textsIn(value: unknown): string[] {
  return elementsOf(value).flatMap((each) => (typeof each === 'string' ? [textOf(each)] : []));
}

/** @returns a count or time; null where the value is not a number of 0 or more */
export function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}

/** @returns whole milliseconds */
export function millisecondsOf(value: unknown, factor = 1): number | null {
  const number = numberOf(value);
  return number === null ? null : Math.round(number * factor);
}

/** @returns texts one below the other, the empty ones left out, within the limit of a text */
export function joinTexts(texts: readonly string[], by = '\n'): string {
  return boundText(texts.filter(Boolean).join(by), agentProtocol.textLimit);
}
