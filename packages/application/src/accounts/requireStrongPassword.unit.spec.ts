import { requireStrongPassword } from './requireStrongPassword.ts';

describe('a strong password', () => {
  const refused = (password: string) =>
    requireStrongPassword(password, 'somebody@example.org').then(
      () => null,
      (error: Error) => error.message,
    );

  it('has at least twelve characters', async () => {
    expect(await refused('x9Kp2mVq7tz')).toBe('password: Use at least 12 characters.');
    expect(await refused('🐎🐎🐎🔋🔋🔋')).toBe('password: Use at least 12 characters.');
    expect(await refused('x9Kp2mVq7tzL')).toBeNull();
    expect(await refused('correct horse battery')).toBeNull();
  });

  it.each([
    'qwerty123456',
    'Password1234',
    '!!password!!2024',
    'dragondragon',
    'aaaaaaaaaaaaaa',
    '123412341234',
    'Somebody@Example.org',
  ])('is not %s', async (password) => {
    expect(await refused(password)).toBe('password: This is one of the passwords that are guessed first.');
  });
});
