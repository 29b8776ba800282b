import { requireStrongPassword } from './requireStrongPassword.ts';

describe('a strong password', () => {
  const refused = (password: string, passwordMinLength = 8) =>
    requireStrongPassword({ operations: { credentials: { passwordMinLength } } }, password, 'ada@example.org').then(
      () => null,
      (error: Error) => error.message,
    );

  it('has at least eight characters', async () => {
    expect(await refused('x9Kp2mV')).toBe('password: Password must be at least 8 characters');
    expect(await refused('🐎🐎🐎🔋🔋🔋')).toBe('password: Password must be at least 8 characters');
    expect(await refused('x9Kp2mVq')).toBeNull();
    expect(await refused('correct horse battery')).toBeNull();
  });

  it('has as many characters as the installation requires, with that number in the text', async () => {
    expect(await refused('x9Kp2mVq7tz', 12)).toBe('password: Password must be at least 12 characters');
    expect(await refused('x9Kp2mVq7tzL', 12)).toBeNull();
    expect(await refused('x9Kp2mVq7tzL', 20)).toBe('password: Password must be at least 20 characters');
  });

  it.each([
    'iloveyou',
    'Passw0rd',
    'qwerty12',
    'qwerty123456',
    'Password1234',
    '!!password!!2024',
    'dragondragon',
    'aaaaaaaa',
    '12341234',
    'Ada@Example.org',
  ])('is not %s', async (password) => {
    expect(await refused(password)).toBe('password: This is one of the passwords that are guessed first.');
  });
});
