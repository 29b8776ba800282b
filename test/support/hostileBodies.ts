const json = 'application/json';

const nested = (open: string, close: string, depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`;

/** Bodies that no call takes, with the type they are sent under. */
export const hostileBodies: readonly (readonly [type: string | undefined, body: Buffer | string])[] = [
  ['application/octet-stream', Buffer.of(0)],
  ['multipart/form-data', 'no boundary'],
  ['multipart/form-data; boundary=x', '--y--'],
  ['application/x-www-form-urlencoded', 'a=b'],
  ['text/html; charset=utf-8', '<p>'],
  ['no type', '{}'],
  [undefined, '{}'],
  [json, Buffer.of(0xff, 0x00, 0xfe)],
  [json, '{"a":'],
  [json, '[{}]'],
  [json, '"text"'],
  [json, '1e999'],
  [json, '{"__proto__":{"admin":true}}'],
  [json, '{"toString":1,"constructor":{"prototype":{}}}'],
  [json, nested('[', ']', 20_000)],
  [json, nested('{"a":', '}', 20_000)],
  [json, JSON.stringify(Array.from({ length: 10_000 }, (_, n) => n))],
  [json, JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`field${n}`, n])))],
];
