import { createHmac } from 'node:crypto';
import { linkToken, readLinkToken } from './linkToken.ts';

const operations = (key = 'k') =>
  ({ keys: { hmac: (text: string) => createHmac('sha256', key).update(text).digest('hex') } }) as Parameters<
    typeof linkToken
  >[0];

describe('the token of a link', () => {
  const token = linkToken(operations(), 'invitation', '0198-ab', 2);

  it('contains its subject', () => {
    expect(readLinkToken(operations(), 'invitation', token)).toEqual({ id: '0198-ab', round: 2 });
  });

  it.each([
    ['of another purpose', linkToken(operations(), 'passwordReset', '0198-ab', 2)],
    ['of another installation', linkToken(operations('other'), 'invitation', '0198-ab', 2)],
    ['about something else', token.replace('0198', '0199')],
    ['of another round', token.replace('.2.', '.3.')],
    ['of a round written in another way', token.replace('.2.', '.02.')],
    ['cut off', token.slice(0, -1)],
    ['that is empty', ''],
    ['that is longer', `${token}0`],
  ])('%s is refused', (_, other) => {
    expect(readLinkToken(operations(), 'invitation', other)).toBeNull();
  });
});
