import { frequencyText } from './frequencyText.ts';

describe('the frequency of a job in words', () => {
  it.each([
    ['* * * * * *', 'every second'],
    ['*/5 * * * * *', 'every 5 s'],
    ['0 * * * * *', 'every minute'],
    ['30 */5 * * * *', 'every 5 min'],
    ['0 15 * * * *', 'every hour'],
    ['0 0 */6 * * *', 'every 6 h'],
    ['0 30 2 * * *', 'daily at 02:30 UTC'],
    ['0 0 0 1 1 *', '0 0 0 1 1 *'],
    ['1,2 * * * * *', '1,2 * * * * *'],
  ])('of %s is %s', (schedule, text) => {
    expect(frequencyText(schedule)).toBe(text);
  });
});
