import { randomBytes } from 'node:crypto';
import type { TestId } from '@assay/contract';
import { SecretMask } from './secretMask.ts';

describe('masking secrets', () => {
  function streamed(mask: SecretMask, chunks: string[]): string {
    const out: string[] = [];
    const stream = mask.stream((text) => out.push(text));
    for (const chunk of chunks) stream.write(chunk);
    stream.end();
    return out.join('');
  }

  it('replaces every value, also URL-encoded, in JSON and in Base64', () => {
    const mask = new SecretMask(['p@ss "word"']);
    const text = `p@ss "word" p%40ss%20%22word%22 p@ss \\"word\\" ${Buffer.from('p@ss "word"').toString('base64')}`;
    expect(mask.text(text)).toBe('*** *** *** ***');
  });

  it('replaces a value in every encoding, also inside a longer one', () => {
    const secret = `p@ss w&rd<9>"'`;
    const mask = new SecretMask([secret]);
    const shown = {
      form: new URLSearchParams({ q: secret }).toString(),
      xml: secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
      hex: Buffer.from(secret).toString('hex'),
      base64url: Buffer.from(secret).toString('base64url'),
      ...Object.fromEntries(
        ['', 'a', 'ab', 'abc', 'user:'].flatMap((before) =>
          ['', '!', '\n'].map((after) => [
            `base64 of ${JSON.stringify(before)} … ${JSON.stringify(after)}`,
            Buffer.from(before + secret + after).toString('base64'),
          ]),
        ),
      ),
    };
    const left = Object.entries(shown).map(([how, text]) => [how, mask.text(text)]);
    expect(left.filter(([, text]) => !text?.includes('***'))).toEqual([]);
    // Adjacent text may share a letter with its ends.
    for (const [, text] of left) expect(text?.replace('***', '').length).toBeLessThanOrEqual('dXNlcjpw'.length + 4);
  });

  it.each([
    ['a URL by Python', 'p%C3%A4ss/w%21rd%28%3C%3E%26%29'],
    ['a form by Python', 'p%C3%A4ss%2Fw%21rd%28%3C%3E%26%29'],
    ['a URL by .NET', 'p%c3%a4ss%2fw%21rd%28%3c%3e%26%29'],
    ['JSON by Python', 'p\\u00e4ss/w!rd(<>&)'],
    ['JSON by Go', 'päss/w!rd(\\u003c\\u003e\\u0026)'],
    ['JSON by .NET', 'p\\u00e4ss/w!rd(\\u003c\\u003e\\u0026)'],
  ])('replaces a value in %s', (_how, text) => {
    expect(new SecretMask(['päss/w!rd(<>&)']).text(`= ${text} =`)).toBe('= *** =');
  });

  it('does not replace the encodings of short values', () => {
    const mask = new SecretMask(['abc']);
    expect(mask.text('616263 xhYmN5 and abc')).toBe('616263 xhYmN5 and ***');
  });

  it('masks the name and tags of a test, which stays the same test', () => {
    const test = { testId: 't' as TestId, file: 'a', name: 'signs in as tea-secret', line: 1, tags: ['@tea-secret'] };
    const shown = new SecretMask(['tea-secret']).test({ ...test, selector: 'signs in as tea-secret' });
    expect(shown).toEqual({ ...test, name: 'signs in as ***', tags: ['@***'], selector: 'signs in as tea-secret' });
  });

  it('replaces a value wherever the chunks of a stream split it', () => {
    const mask = new SecretMask(['tea-secret', 'tea-secret-longer']);
    const text = 'before tea-secret-longer, tea-secret, tea-sec and tea-secret';
    const wanted = 'before ***, ***, tea-sec and ***';
    for (let cut = 0; cut <= text.length; cut += 1) {
      expect(streamed(mask, [text.slice(0, cut), text.slice(cut)])).toBe(wanted);
    }
    expect(streamed(mask, [...text])).toBe(wanted);
  });

  const random = randomBytes(75_000).toString('base64').slice(0, 100_000);
  const lines = Array.from({ length: 9000 }, () => randomBytes(7).toString('hex').slice(0, 10));
  const alike = 'a'.repeat(99_999);
  it.each([
    ['of any characters', random, Array.from({ length: 100 }, (_, at) => random.slice(at * 1000, at * 1000 + 1000))],
    ['that repeats itself', `${alike}b`, [alike.slice(0, 2048)]],
    ['of many lines', lines.join('\n'), lines],
  ])('replaces the longest value, %s, wherever a stream is split', (_, secret, parts) => {
    const mask = new SecretMask([secret]);
    const shown = `${secret.slice(0, 70_000)}|${secret}|${encodeURIComponent(secret)}|end`;
    for (const size of [9_999, 65_536]) {
      const starts = Array.from({ length: Math.ceil(shown.length / size) }, (_each, at) => at * size);
      const text = streamed(
        mask,
        starts.map((start) => shown.slice(start, start + size)),
      );
      expect(text.endsWith('***|end')).toBe(true);
      const after = text.slice(text.indexOf('|'));
      expect(parts.filter((part) => after.includes(part))).toEqual([]);
    }
  });

  it('replaces the long lines of a value with several lines', () => {
    const mask = new SecretMask(['-----BEGIN KEY-----\nMIIEvQIBADANBg\n-----END KEY-----']);
    expect(mask.text('read MIIEvQIBADANBg from the file')).toBe('read *** from the file');
  });

  it('leaves text alone where there is nothing to hide', () => {
    expect(streamed(new SecretMask(['', 'ab']), ['about', ' abba'])).toBe('about abba');
  });
});
