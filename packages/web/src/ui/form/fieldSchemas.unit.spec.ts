import { formFields, type NumberField, type TextField } from '@assay/contract';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { fieldErrorsOf } from '../../../../api/src/http/fieldErrors.ts';
import { requiredText, wholeNumber } from './fieldSchemas.ts';

const fields: [string, TextField | NumberField][] = Object.entries(formFields);
const isText = (field: TextField | NumberField): field is TextField => 'maxLength' in field;

/** @returns the service's error for a value; null when it is valid. */
function serviceSays(field: TextField | NumberField, value: unknown): string | null {
  const Form = Type.Object({ field: isText(field) ? Type.String({ minLength: 1, ...field }) : Type.Integer(field) });
  const form = Compile(Form);
  return form.Check({ field: value })
    ? null
    : (fieldErrorsOf(form.Errors({ field: value }), Form, { field: value })[0]?.message ?? '');
}

async function formSays(field: TextField | NumberField, value: unknown): Promise<string | null> {
  const schema = isText(field) ? requiredText(field) : wholeNumber(field);
  return schema.validate(value).then(
    () => null,
    (error: Error) => error.message,
  );
}

const texts = [
  '',
  'a',
  'shop-1.x_y',
  '-a',
  'a b',
  'ä',
  'ftp://host/a',
  'http://host',
  'HTTPS://host/a?b#c',
  'https://',
  'https:///a',
  'https://a b',
  '//host/a',
  'javascript:alert(1)',
  'ssh://git@host/a.git',
  'git@host:a/b.git',
  'C:\\git\\a',
  './a',
  'ada@example.com',
  'root@localhost',
  'ada@',
  '@example.com',
  'ada@example..com',
  'a da@example.com',
  ...[50, 51, 60, 61, 100, 101, 200, 201, 250, 251, 300, 301, 320, 321, 500, 501, 2000, 2001].map((n) => 'a'.repeat(n)),
];
const numbers = [null, -1, 0, 1, 1.5, 10, 11, 100, 101, 1000, 1001, 1440, 1441, 10_800, 10_801, 1e12];

describe('a form and the service', () => {
  it.each(fields)('give the same error for every value of %s', async (_name, field) => {
    const values = isText(field) ? texts : numbers;
    const formErrors = await Promise.all(values.map(async (value) => [value, await formSays(field, value)]));
    expect(formErrors).toEqual(values.map((value) => [value, serviceSays(field, value)]));
  });
});
