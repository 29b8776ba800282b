import { maskText, maskValues } from './maskText.ts';

describe('masked texts', () => {
  it.each([
    ['mail to ann.b+1@shop.example.org is late', 'mail to <email> is late'],
    ['GET https://ann:pw@shop.example.org:8080/orders/17?at=3 failed', 'GET https://shop.example.org<path> failed'],
    ['order 3f1d9a52-77c1-4c8e-9a55-0f6f2f0c1b7e of 9fceb02d0ae598e95dc970b74767f19372d61af8', 'order <id> of <id>'],
    ['closed at 2026-03-01T12:04:11.204Z, opened 08:15:59', 'closed at <time>, opened <time>'],
    ['object at 0x7f1c2b3d', 'object at <id>'],
    ["open '/srv/app/a7f/orders.json'", "open '<path>/orders.json'"],
    ["open 'C:\\agent\\_work\\cart.json'", "open '<path>/cart.json'"],
    ['connect 127.0.0.1:5432 after 3.5s', 'connect <n> after <n>s'],
  ])('have placeholders for what differs between occurrences: %s', (text, expected) => {
    expect(maskText(text)).toBe(expected);
  });

  it('keep status and exit codes', () => {
    expect(maskText('request 17 failed with status code 503')).toBe('request <n> failed with status code 503');
    expect(maskText('HTTP 404 after 20 ms')).toBe('HTTP 404 after <n> ms');
    expect(maskText('worker 3 exited with code 137')).toBe('worker <n> exited with code 137');
  });

  it('keep words, and names with digits in them', () => {
    expect(maskText('utf8 is not base64, and facade is a word')).toBe('utf8 is not base64, and facade is a word');
  });

  it('lose compared values', () => {
    expect(maskValues(`expected "a" to equal 'b' of [1, 2] in {"c": 1}`)).toBe(
      'expected <value> to equal <value> of <value> in <value>',
    );
  });

  it('are made of long texts of any shape', () => {
    const parts = ['a@', 'a.', '/a', '\\a', '1.', '1:', 'a1', 'f', "'", '[', 'http://', '-', '\ue000', ' '];
    for (const part of parts) expect(typeof maskText(part.repeat(8_000 / part.length))).toBe('string');
  });
});
