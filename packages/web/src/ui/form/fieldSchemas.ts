import { betweenMessage, messages, type NumberField, type TextField } from '@assay/contract';
import { array, type NumberSchema, number, type StringSchema, string } from 'yup';

/** @returns the form's schema for an optional text, with the service's rules and texts. */
export function optionalText({ maxLength, pattern, 'x-texts': texts }: TextField): StringSchema {
  const schema = string().trim().max(maxLength, messages.invalidLength);
  if (!pattern) return schema;
  const message = texts?.pattern ?? messages.invalidValue;
  return schema.matches(new RegExp(pattern, 'u'), { message, excludeEmptyString: true });
}

/** @returns the form's schema for a required text. */
export function requiredText(field: TextField): StringSchema<string> {
  return optionalText(field).required(field['x-texts']?.blank ?? messages.blank);
}

/**
 * @param maximum if smaller than the field's own, such as the account's
 * @returns the form's schema for a required whole number
 */
export function wholeNumber(field: NumberField, maximum?: number): NumberSchema {
  return optionalWholeNumber(field, maximum).required(messages.blank);
}

/** @returns the form's schema for a whole number that may be left empty. */
export function optionalWholeNumber(
  { minimum, 'x-texts': texts, ...field }: NumberField,
  maximum = field.maximum,
): NumberSchema {
  const message = texts?.range ?? betweenMessage(minimum, maximum);
  return number()
    .typeError(messages.notANumber)
    .integer(messages.notANumber)
    .min(minimum, message)
    .max(maximum, message);
}

/** @returns the form's schema for a list of texts. */
export function textList(item: StringSchema<string>, max: number) {
  return array(item).max(max, messages.invalidLength);
}
