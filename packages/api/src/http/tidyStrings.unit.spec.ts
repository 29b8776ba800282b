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
  it('trims strings, turns empty ones into null where allowed, and leaves the rest alone', () => {
    const sent = { name: '  a b ', note: '  ', secret: ' s ', lines: [{ text: '', secret: ' t ' }], other: 3 };
    expect(tidyStrings(sent, Form, ['secret'])).toEqual({
      name: 'a b',
      note: null,
      secret: ' s ',
      lines: [{ text: null, secret: ' t ' }],
      other: 3,
    });
  });

  it('leaves anything but a form as it is', () => {
    expect(tidyStrings(null, Form, [])).toBeNull();
    expect(tidyStrings([1, ' a '], undefined, [])).toEqual([1, 'a']);
    expect(tidyStrings('  ', Type.String(), [])).toBe('');
    const upload = {
      body: new (class Upload {
        name = ' a ';
      })(),
    };
    expect(tidyStrings(upload, Form, [])).toEqual({ body: { name: ' a ' } });
  });
});
