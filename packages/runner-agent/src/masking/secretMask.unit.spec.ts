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

  it('replaces a value wherever the chunks of a stream cut it', () => {
    const mask = new SecretMask(['tea-secret', 'tea-secret-longer']);
    const text = 'before tea-secret-longer, tea-secret, tea-sec and tea-secret';
    const wanted = 'before ***, ***, tea-sec and ***';
    for (let cut = 0; cut <= text.length; cut += 1) {
      expect(streamed(mask, [text.slice(0, cut), text.slice(cut)])).toBe(wanted);
    }
    expect(streamed(mask, [...text])).toBe(wanted);
  });

  it('replaces the long lines of a value over several lines', () => {
    const mask = new SecretMask(['-----BEGIN KEY-----\nMIIEvQIBADANBg\n-----END KEY-----']);
    expect(mask.text('read MIIEvQIBADANBg from the file')).toBe('read *** from the file');
  });

  it('leaves text alone where there is nothing to hide', () => {
    expect(streamed(new SecretMask(['', 'ab']), ['about', ' abba'])).toBe('about abba');
  });
});
