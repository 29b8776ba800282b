import type { FieldError } from '@assay/application';
import { messages, runnersMessage } from '@assay/contract';

/** What a TypeBox validator says of one broken rule. */
export type BrokenRule = { keyword: string; instancePath: string; params: object };

type Schema = {
  type?: string;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
};

const keyText = "Begin with a letter or digit and use letters, digits, '.', '_' and '-' only";

/** Fields whose missing value has words of its own. */
const blankTexts: Record<string, string> = {
  environment: messages.selectEnvironment,
  testingFramework: messages.selectFramework,
  defaultBranch: messages.selectDefaultBranch,
  otherFramework: messages.nameYourFramework,
};

/** Numbers whose range has words of its own. */
const rangeTexts: Record<string, string> = {
  copies: messages.copies,
  testTimeoutSeconds: messages.testTimeout,
  testRunTimeoutMinutes: messages.testRunTimeout,
  timeoutMinutes: messages.testRunTimeout,
};

/** Lists whose length has words of its own where there is too much of it. */
const longTexts: Record<string, string> = { testIds: messages.tooManySelected };

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

function blankText(field: string): string {
  return blankTexts[field] ?? messages.blank;
}

function rangeText(field: string, schema: Schema | undefined): string {
  const text = rangeTexts[field];
  if (text) return text;
  if (schema?.maximum === undefined) return `Must be ${schema?.minimum ?? 0} or more`;
  if (schema.minimum === 1) return runnersMessage(schema.maximum);
  return `Must be between ${schema.minimum ?? 0} and ${schema.maximum}`;
}

function typeText(field: string, type: string | undefined, value: unknown): string {
  if (value === null || value === undefined) return blankText(field);
  if (type === 'integer' || type === 'number') return messages.notANumber;
  return type === 'boolean' ? messages.selectAnswer : 'Invalid value';
}

function valueAt(value: unknown, parts: string[]): unknown {
  return parts.reduce<unknown>(
    (at, part) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[part] : undefined),
    value,
  );
}

function textOf(rule: BrokenRule, field: string, schema: Schema | undefined, value: unknown): string {
  switch (rule.keyword) {
    case 'minLength':
    case 'minItems':
      return (rule.params as { limit?: number }).limit === 1 ? blankText(field) : messages.invalidLength;
    case 'maxLength':
      return messages.invalidLength;
    case 'maxItems':
      return longTexts[field] ?? messages.invalidLength;
    case 'minimum':
    case 'maximum':
      return rangeText(field, schema);
    case 'type':
      return typeText(field, (rule.params as { type?: string }).type, value);
    case 'enum':
      return value === undefined || value === null || field in blankTexts ? blankText(field) : messages.selectAnswer;
    case 'pattern':
      return field === 'key' ? keyText : 'Invalid value';
    case 'format':
      return field === 'email' ? messages.invalidEmail : 'Invalid value';
    default:
      return 'Invalid value';
  }
}

/**
 * Says broken rules in the texts that the forms show: one error per field, the first that applies.
 * @param rules as the validator lists them; it stops after a handful, so that a large body costs no more than a small one
 */
export function fieldErrorsOf(rules: readonly BrokenRule[], schema: object, value: unknown): FieldError[] {
  const found = new Map<string, string>();
  const add = (parts: string[], message: string) => {
    const field = parts.join('.');
    if (!found.has(field)) found.set(field, message);
  };
  for (const rule of rules) {
    const parts = partsOf(rule.instancePath);
    const name = parts.at(-1) ?? '';
    switch (rule.keyword) {
      case 'required':
        for (const missing of (rule.params as { requiredProperties: string[] }).requiredProperties) {
          add([...parts, missing], blankText(missing));
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
      // Each is told by the rules beneath it.
      case 'additionalProperties':
      case 'anyOf':
        break;
      case 'type':
        // Of a nullable field's two complaints the one about the value itself counts.
        if ((rule.params as { type?: string }).type === 'null') break;
        add(parts, textOf(rule, name, schemaAt(schema, parts), valueAt(value, parts)));
        break;
      default:
        add(parts, textOf(rule, name, schemaAt(schema, parts), valueAt(value, parts)));
    }
  }
  const errors = [...found].map(([field, message]) => ({ field, message }));
  return errors.length > 0 ? errors : [{ field: '', message: 'Invalid value' }];
}
