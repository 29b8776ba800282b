import { Type } from 'typebox';
import { compareNames } from '../compareNames.ts';
import { formFields } from '../formFields.ts';
import { limits } from '../limits.ts';

const { count, key, value, text } = limits.runAttributes;
/** One line of visible text. */
const pattern = `^[A-Za-z0-9][A-Za-z0-9._/-]{0,${key - 1}}=[^\\p{Cc}\\p{Bidi_Control}\\p{Cs}]{1,${value}}$`;
const matches = new RegExp(pattern, 'u');

export const attributeRule = `key=value: a key of up to ${key} letters, digits, dots, slashes, dashes and underscores, and a value of up to ${value} characters`;

/** An attribute of a run, such as `browser=firefox`: the first '=' ends the key. */
export const RunAttribute = Type.String({
  maxLength: key + 1 + value,
  pattern,
  'x-texts': { pattern: attributeRule },
  description: 'key=value',
});

export const RunAttributeList = Type.Array(RunAttribute, {
  maxItems: count,
  description: 'what tells this run apart from others, such as browser=firefox; one for each key',
});

/** Attributes in a form or a query: one a line, as values may have commas. */
export const linesOfAttributes = { ...formFields.description, maxLength: text };

/** @returns the attributes in such a text, each once */
export function attributesInLines(text: string): string[] {
  return [...new Set(text.split(/\r?\n/).flatMap((line) => line.trim() || []))];
}

/** @returns the parts of an attribute */
export function partsOfAttribute(attribute: string): { key: string; value: string } {
  const end = attribute.indexOf('=');
  return { key: attribute.slice(0, end), value: attribute.slice(end + 1) };
}

/** @returns what is wrong with a list of attributes; null: nothing */
export function attributesProblem(attributes: readonly string[]): string | null {
  const invalid = attributes.find((attribute) => !matches.test(attribute));
  if (invalid !== undefined) return `'${invalid.slice(0, 100)}' is not ${attributeRule}.`;
  if (attributes.length > count) return `A run has up to ${count} attributes.`;
  const keys = new Set<string>();
  for (const attribute of attributes) {
    const { key } = partsOfAttribute(attribute);
    if (keys.has(key)) return `The attribute '${key}' has two values.`;
    keys.add(key);
  }
  return null;
}

/** Says why a run was started, not what it tested: a commit is built for its branch and for its pull request. */
const occasionKey = 'pull-request';

/**
 * @returns what tells runs of one commit apart that ran the same tests, such as the legs of a matrix; sorted by key, empty
 * where nothing does
 */
export function legOf(attributes: readonly string[]): string {
  return attributes
    .filter((attribute) => partsOfAttribute(attribute).key !== occasionKey)
    .sort(compareNames)
    .join(', ');
}

/** @returns a title with the leg that a run is, where it is one */
export function titleWithLeg(title: string, attributes: readonly string[]): string {
  const leg = legOf(attributes);
  return leg === '' ? title : `${title} (${leg})`;
}
