import { BoundedText, boundText } from './boundedText.ts';

describe('a bounded text', () => {
  it('keeps a text that fits unchanged', () => {
    const text = new BoundedText(1000);
    for (const part of ['a', 'b'.repeat(800), 'c']) text.append(part);
    expect(text.toString()).toBe(`a${'b'.repeat(800)}c`);
  });

  it('keeps the beginning and end of a longer one, says what is missing, and stays within its limit', () => {
    const text = new BoundedText(1000);
    for (let index = 0; index < 10_000; index += 1) text.append(`${index} `);
    const kept = text.toString();
    expect(kept.length).toBeLessThanOrEqual(1000);
    expect(kept.startsWith('0 1 2 ')).toBe(true);
    expect(kept.endsWith(' 9998 9999 ')).toBe(true);
    const left = Number(/… (\d+) characters left out by Assay …/.exec(kept)?.[1]);
    expect(left + kept.length - `\n… ${left} characters left out by Assay …\n`.length).toBe(text.length);
  });

  it('cuts one long part like many short ones', () => {
    expect(boundText('x'.repeat(5000), 1000).length).toBeLessThanOrEqual(1000);
    expect(boundText('short', 1000)).toBe('short');
  });
});
