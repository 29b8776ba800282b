import { createHmac } from 'node:crypto';
import type { AccountId, AlertId, UserId } from '@assay/contract';
import { recipientOf } from './recipientOf.ts';
import { readSubscription, type Subscription, subscriptionLink } from './subscriptionLink.ts';

const operations = {
  keys: { hmac: (text: string) => createHmac('sha256', 'k').update(text).digest('hex') },
} as Parameters<typeof subscriptionLink>[0];
const accountId = '0198-ac' as AccountId;
const notices: Subscription = { kind: 'notices', accountId, userId: '0198-us' as UserId };
const alert: Subscription = { kind: 'alert', accountId, alertId: '0198-al' as AlertId, recipient: '0a1b' };
const tokenOf = (subscription: Subscription) => subscriptionLink(operations, subscription).replace('/unsubscribe/', '');

describe('the link to unsubscribe by', () => {
  it.each([notices, alert])('says which mail it is about: $kind', (subscription) => {
    expect(readSubscription(operations, tokenOf(subscription))).toEqual(subscription);
  });

  it('is refused when it was made up, or changed', () => {
    expect(readSubscription(operations, 'made-up')).toBeNull();
    expect(readSubscription(operations, tokenOf(notices).replace('0198-us', '0198-ut'))).toBeNull();
    expect(readSubscription(operations, tokenOf(alert).replace('0a1b', '0a1c'))).toBeNull();
  });
});

describe('what stands for an address', () => {
  it('is the same however it is written, and another for another address', () => {
    expect(recipientOf(operations, ' Ada@Example.com')).toBe(recipientOf(operations, 'ada@example.com'));
    expect(recipientOf(operations, 'ada@example.com')).toMatch(/^[0-9a-f]{32}$/);
    expect(recipientOf(operations, 'ada@example.com')).not.toBe(recipientOf(operations, 'bea@example.com'));
  });
});
