import { mails } from './mails.ts';
import { plainName } from './plainName.ts';
import { renderMail } from './renderMail.ts';

describe('a name in a mail to a stranger', () => {
  it.each(['Ada Lovelace', "Seán O'Neill-Šimić", 'Łukasz', '山田 太郎', 'Grace B. Hopper'])(
    'is not changed: %s',
    (name) => {
      expect(plainName(name)).toBe(name);
    },
  );

  it.each([
    ['Win at https://evil.example.org/x', 'Win at https evil. example. org x'],
    ['evil.com', 'evil. com'],
    ['ada@evil.com', 'ada evil. com'],
    ['Ada\r\nBcc: all', 'Ada Bcc all'],
    ['J.R. Hartley', 'J. R. Hartley'],
  ])('contains nothing that becomes a link: %j', (name, plain) => {
    expect(plainName(name)).toBe(plain);
  });

  it('is limited in length', () => {
    expect(plainName('x'.repeat(100))).toHaveLength(60);
  });

  it('never adds a link, as sender, organization or friend', () => {
    const url = 'https://assay.example.org';
    const name = 'see www.evil.com or https://evil.com';
    const to = 'grace@example.org';
    const sent = { firstName: name, sentBy: name, accountName: name, roleType: 'USER' as const };
    for (const mail of [
      renderMail(mails.friend({ firstName: name, sender: name, url }), to),
      renderMail(mails.invitation({ ...sent, validUntil: '2026-03-08T12:00:00.000Z', url }), to),
    ]) {
      expect(JSON.stringify(mail)).not.toMatch(/evil\.com/);
    }
  });
});
