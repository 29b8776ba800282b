import { betweenMessage, messages, type NumberField, type TextField } from '@assay/contract';
import { array, type NumberSchema, number, type StringSchema, string } from 'yup';

/** @returns what a form checks of a text that may be left empty: the rules and words of the service. */
export function optionalText({ maxLength, pattern, 'x-texts': texts }: TextField): StringSchema {
  const schema = string().trim().max(maxLength, messages.invalidLength);
  if (!pattern) return schema;
  const message = texts?.pattern ?? messages.invalidValue;
  return schema.matches(new RegExp(pattern, 'u'), { message, excludeEmptyString: true });
}

/** @returns what a form checks of a text that must be there. */
export function requiredText(field: TextField): StringSchema<string> {
  return optionalText(field).required(field['x-texts']?.blank ?? messages.blank);
}

/**
 * @param maximum where it is smaller than the field's own, as that of the account is
 * @returns what a form checks of a whole number, which must be there
 */
export function wholeNumber(
  { minimum, 'x-texts': texts, ...field }: NumberField,
  maximum = field.maximum,
): NumberSchema {
  const message = texts?.range ?? betweenMessage(minimum, maximum);
  return number()
    .typeError(messages.notANumber)
    .required(messages.blank)
    .integer(messages.notANumber)
    .min(minimum, message)
    .max(maximum, message);
}

/** @returns what a form checks of a list of texts. */
export function textList(item: StringSchema<string>, max: number) {
  return array(item).max(max, messages.invalidLength);
}
