import { generatePassword } from './generatePassword.ts';
import { passwordMinLengthOf } from './passwordMinLengthOf.ts';

describe('the minimum length of passwords', () => {
  it.each([
    [undefined, 8],
    ['', 8],
    ['8', 8],
    ['15', 15],
    ['128', 128],
  ])('set to %j is %d', (given, length) => {
    expect(passwordMinLengthOf({ ASSAY_PASSWORD_MIN_LENGTH: given })).toBe(length);
  });

  it.each(['7', '0', '-12', '129', '12.5', 'twelve', 'Infinity'])('cannot be %s', (given) => {
    expect(() => passwordMinLengthOf({ ASSAY_PASSWORD_MIN_LENGTH: given })).toThrow(
      `ASSAY_PASSWORD_MIN_LENGTH must be a whole number from 8 to 128, not '${given}'.`,
    );
  });

  it.each([8, 16, 17, 40, 128])('of %d is met by generated passwords', (length) => {
    const password = generatePassword(length);
    expect(password.length).toBeGreaterThanOrEqual(Math.max(16, length));
    expect(generatePassword(length)).not.toBe(password);
  });
});
