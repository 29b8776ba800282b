import { formFields, messages, Nullable } from '@assay/contract';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { fieldErrorsOf } from './fieldErrors.ts';

const Form = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 5 }),
    environment: Type.Optional(Type.String({ minLength: 1, 'x-texts': { blank: messages.selectEnvironment } })),
    email: Type.Optional(Type.String(formFields.email)),
    key: Type.Optional(Nullable(Type.String(formFields.key))),
    runners: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
    seconds: Type.Optional(Type.Integer(formFields.testTimeoutSeconds)),
    framework: Type.Optional(Type.Enum(['A', 'B'], { 'x-texts': { blank: messages.selectFramework } })),
    limit: Type.Optional(Type.Integer({ minimum: 0, maximum: 9 })),
    note: Type.Optional(Type.Union([Type.String({ maxLength: 3 }), Type.Null()])),
    password: Type.Optional(Type.String({ minLength: 8 })),
    items: Type.Optional(Type.Array(Type.Object({ key: Type.String({ pattern: '^[a-z]+$' }) }), { minItems: 1 })),
    kind: Type.Optional(Type.Enum(['A', 'B'])),
    agreed: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
const form = Compile(Form);

describe('texts of broken rules', () => {
  it.each([
    [{}, 'name', "Can't be blank"],
    [{ name: '' }, 'name', "Can't be blank"],
    [{ name: null }, 'name', "Can't be blank"],
    [{ name: 'longer' }, 'name', 'Invalid length'],
    [{ name: 5 }, 'name', 'Invalid value'],
    [{ environment: '' }, 'environment', 'You must select an environment'],
    [{ email: 'nobody' }, 'email', 'Invalid email address'],
    [{ key: '-a' }, 'key', formFields.key['x-texts'].pattern],
    [{ seconds: 0 }, 'seconds', 'Must be between 1 and 10800 seconds'],
    [{ framework: 'C' }, 'framework', 'Select a testing framework'],
    [{ runners: 51 }, 'runners', 'Must be between 1 and 50'],
    [{ runners: 'two' }, 'runners', 'Must be a number'],
    [{ runners: 1.5 }, 'runners', 'Must be a number'],
    [{ limit: 10 }, 'limit', 'Must be between 0 and 9'],
    [{ note: 'long' }, 'note', 'Invalid length'],
    [{ password: 'short' }, 'password', 'Invalid length'],
    [{ items: [] }, 'items', "Can't be blank"],
    [{ items: [{ key: 'ok' }, { key: '' }] }, 'items.1.key', expect.any(String)],
    [{ items: [{ key: 'ok' }, {}] }, 'items.1.key', "Can't be blank"],
    [{ kind: 'C' }, 'kind', 'Select an answer'],
    [{ agreed: 'yes' }, 'agreed', 'Select an answer'],
    [{ other: 1 }, 'other', 'Unknown field'],
  ])('%j', (change, field, message) => {
    const value = 'name' in change || Object.keys(change).length === 0 ? change : { name: 'n', ...change };
    expect(fieldErrorsOf(form.Errors(value), Form, value)).toEqual([{ field, message }]);
  });

  it('name a field once, with the first broken rule', () => {
    const value = { name: 'n', note: 17 };
    expect(fieldErrorsOf(form.Errors(value), Form, value)).toEqual([{ field: 'note', message: 'Invalid value' }]);
  });

  it('never leave a refusal without a reason', () => {
    expect(fieldErrorsOf([], Form, {})).toEqual([{ field: '', message: 'Invalid value' }]);
  });
});
