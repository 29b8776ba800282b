import type { FieldError } from '@assay/application';
import { betweenMessage, type FieldTexts, messages } from '@assay/contract';

/** What a TypeBox validator reports for one broken rule. */
export type BrokenRule = { keyword: string; instancePath: string; params: object };

type Schema = {
  type?: string;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  'x-texts'?: FieldTexts;
};

function partsOf(path: string): string[] {
  return path
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function schemaAt(schema: Schema | undefined, parts: string[]): Schema | undefined {
  const [first, ...rest] = parts;
  const value = schema?.anyOf?.find((option) => option.type !== 'null') ?? schema;
  if (first === undefined) return value;
  return schemaAt(/^\d+$/.test(first) && value?.items ? value.items : value?.properties?.[first], rest);
}

function blankText(schema: Schema | undefined): string {
  return schema?.['x-texts']?.blank ?? messages.blank;
}

function rangeText(schema: Schema | undefined): string {
  const text = schema?.['x-texts']?.range;
  if (text) return text;
  if (schema?.maximum === undefined) return `Must be ${schema?.minimum ?? 0} or more`;
  return betweenMessage(schema.minimum ?? 0, schema.maximum);
}

function typeText(schema: Schema | undefined, type: string | undefined, value: unknown): string {
  if (value === null || value === undefined) return blankText(schema);
  if (type === 'integer' || type === 'number') return messages.notANumber;
  return type === 'boolean' ? messages.selectAnswer : messages.invalidValue;
}

function valueAt(value: unknown, parts: string[]): unknown {
  return parts.reduce<unknown>(
    (at, part) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[part] : undefined),
    value,
  );
}

function textOf(rule: BrokenRule, schema: Schema | undefined, value: unknown): string {
  const texts = schema?.['x-texts'];
  switch (rule.keyword) {
    case 'minLength':
    case 'minItems':
      return (rule.params as { limit?: number }).limit === 1 ? blankText(schema) : messages.invalidLength;
    case 'maxLength':
      return messages.invalidLength;
    case 'maxItems':
      return texts?.long ?? messages.invalidLength;
    case 'minimum':
    case 'maximum':
      return rangeText(schema);
    case 'type':
      return typeText(schema, (rule.params as { type?: string }).type, value);
    case 'enum':
      return texts?.blank ?? (value === undefined || value === null ? messages.blank : messages.selectAnswer);
    case 'pattern':
      return texts?.pattern ?? messages.invalidValue;
    default:
      return messages.invalidValue;
  }
}

/**
 * Turns broken rules into the texts that forms show: one error per field, the first that applies. A field's own texts
 * are next to its bounds (`formFields` of contract).
 * @param rules as the validator lists them; it stops after a few, so that a large body costs no more than a small one
 */
export function fieldErrorsOf(rules: readonly BrokenRule[], schema: object, value: unknown): FieldError[] {
  const found = new Map<string, string>();
  const add = (parts: string[], message: string) => {
    const field = parts.join('.');
    if (!found.has(field)) found.set(field, message);
  };
  for (const rule of rules) {
    const parts = partsOf(rule.instancePath);
    switch (rule.keyword) {
      case 'required':
        for (const missing of (rule.params as { requiredProperties: string[] }).requiredProperties) {
          add([...parts, missing], blankText(schemaAt(schema, [...parts, missing])));
        }
        break;
      case 'boolean':
        add(parts, 'Unknown field');
        break;
      case 'minProperties':
      case 'maxProperties': {
        const names = Object.keys(schemaAt(schema, parts)?.properties ?? {}).join(', ');
        add(parts, `Give exactly one of ${names}`);
        break;
      }
      // The rules beneath it report the error.
      case 'additionalProperties':
      case 'anyOf':
        break;
      case 'type':
        // A nullable field breaks two rules; the one about the value counts.
        if ((rule.params as { type?: string }).type === 'null') break;
        add(parts, textOf(rule, schemaAt(schema, parts), valueAt(value, parts)));
        break;
      default:
        add(parts, textOf(rule, schemaAt(schema, parts), valueAt(value, parts)));
    }
  }
  const errors = [...found].map(([field, message]) => ({ field, message }));
  return errors.length > 0 ? errors : [{ field: '', message: messages.invalidValue }];
}
