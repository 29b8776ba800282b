import { changeTexts, markedFieldsOf } from './markedFields.ts';

const text = { type: 'string', maxLength: 100 };
const personal = { ...text, 'x-personal': true };
const secret = { ...text, 'x-secret': true };
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const userId = text;

/** Each marked text of the data, with the property that names its person. */
async function markedIn(schema: object, data: object): Promise<[string, string | null][]> {
  const found: [string, string | null][] = [];
  for (const { path, personIn } of markedFieldsOf(schema)) {
    await changeTexts(data, path, async (value) => {
      found.push([value, personIn]);
      return value;
    });
  }
  return found;
}

describe('marked texts of an event', () => {
  it.each<[string, object, object, [string, string | null][]]>([
    [
      'at the top',
      object({ userId, name: personal, token: secret }),
      { name: 'Ada', token: 'horse' },
      [
        ['Ada', 'userId'],
        ['horse', null],
      ],
    ],
    [
      'in an object',
      object({ login: object({ token: secret, url: text }) }),
      { login: { token: 'horse', url: '/' } },
      [['horse', null]],
    ],
    [
      'in each item of an array',
      object({ userId, names: { type: 'array', items: personal } }),
      { names: ['a', 'b'] },
      [
        ['a', 'userId'],
        ['b', 'userId'],
      ],
    ],
    [
      'in objects of an array',
      object({
        ownerId: text,
        phones: { type: 'array', items: object({ number: { ...text, 'x-personal': 'ownerId' } }) },
      }),
      { phones: [{ number: '1' }, { number: '2' }] },
      [
        ['1', 'ownerId'],
        ['2', 'ownerId'],
      ],
    ],
    [
      'by reference, marked at either end or both',
      object(
        {
          a: { $ref: '#/$defs/token' },
          b: { $ref: '#/$defs/plain', 'x-secret': true },
          c: { $ref: '#/$defs/token', 'x-secret': true },
        },
        { $defs: { token: secret, plain: text } },
      ),
      { a: '1', b: '2', c: '3' },
      [
        ['1', null],
        ['2', null],
        ['3', null],
      ],
    ],
    [
      'in one of several shapes',
      object({ token: { anyOf: [secret, { type: 'null' }] } }),
      { token: 'horse' },
      [['horse', null]],
    ],
    ['that may be null or missing', object({ a: { ...secret, type: ['string', 'null'] }, b: secret }), { a: null }, []],
  ])('are found %s', async (_, schema, data, expected) => {
    expect(await markedIn(schema, data)).toEqual(expected);
  });

  it.each<[string, object, RegExp]>([
    [
      'something that is not a text',
      object({ size: { type: 'integer', 'x-secret': true } }),
      /size is marked and is not a text/,
    ],
    ['personal data of nobody', object({ name: personal }), /name is personal, but there is no userId/],
    ['a text for two keys', object({ userId, name: { ...personal, 'x-secret': true } }), /personal and as secret/],
    ['a definition that is missing', object({ a: { $ref: '#/$defs/none' } }), /none is not among/],
  ])('cannot be %s', (_, schema, message) => {
    expect(() => markedFieldsOf(schema)).toThrow(message);
  });

  it('are changed in a copy', async () => {
    const data = { login: { token: 'horse' }, other: { a: 1 } };
    const [field] = markedFieldsOf(object({ login: object({ token: secret }) }));
    const changed = await changeTexts(data, field?.path ?? [], async (value) => value.toUpperCase());
    expect(changed).toEqual({ login: { token: 'HORSE' }, other: { a: 1 } });
    expect(data.login.token).toBe('horse');
  });
});
