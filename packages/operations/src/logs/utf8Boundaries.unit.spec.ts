import { fromWholeCharacter, wholeCharacters } from './utf8Boundaries.ts';

/** Characters of one, two, three and four bytes. */
const text = Buffer.from('aé€😀');

describe('UTF-8 boundaries', () => {
  it('drops a character whose end is missing', () => {
    const ends = Array.from({ length: text.length + 1 }, (_, end) => wholeCharacters(text.subarray(0, end)).length);
    expect(ends).toEqual([0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10]);
  });

  it('drops a character whose beginning is missing', () => {
    const starts = Array.from({ length: text.length }, (_, start) =>
      fromWholeCharacter(text.subarray(start)).toString(),
    );
    expect(starts).toEqual(['aé€😀', 'é€😀', '€😀', '€😀', '😀', '😀', '😀', '', '', '']);
  });

  it('keeps bytes that are not UTF-8, so that a reader makes progress', () => {
    expect(wholeCharacters(Buffer.from([0x80, 0x80, 0x80, 0x80, 0x80]))).toHaveLength(5);
    expect(wholeCharacters(Buffer.from([0xff]))).toHaveLength(1);
  });
});
