import { Type } from 'typebox';
import { tidyStrings } from './tidyStrings.ts';

const Nullable = Type.Union([Type.String(), Type.Null()]);
const Form = Type.Object({
  name: Type.String(),
  note: Nullable,
  secret: Type.String(),
  lines: Type.Array(Type.Object({ text: Nullable, secret: Type.String() })),
});

describe('tidying of a form', () => {
  it('trims strings, makes empty ones null where they may be, and leaves the rest alone', () => {
    const sent = { name: '  a b ', note: '  ', secret: ' s ', lines: [{ text: '', secret: ' t ' }], other: 3 };
    expect(tidyStrings(sent, Form, ['secret'])).toEqual({
      name: 'a b',
      note: null,
      secret: ' s ',
      lines: [{ text: null, secret: ' t ' }],
      other: 3,
    });
  });

  it('keeps what is no form as it is', () => {
    expect(tidyStrings(null, Form, [])).toBeNull();
    expect(tidyStrings([1, ' a '], undefined, [])).toEqual([1, 'a']);
    expect(tidyStrings('  ', Type.String(), [])).toBe('');
  });
});
