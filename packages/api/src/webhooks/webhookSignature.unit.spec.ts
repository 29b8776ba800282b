import { createHmac } from 'node:crypto';
import { isSigned } from './webhookSignature.ts';

const body = Buffer.from('{"zen":"Design for failure."}');
const hmac = (of: Buffer, secret = 's3cret') => `sha256=${createHmac('sha256', secret).update(of).digest('hex')}`;

describe('what a git service tells', () => {
  it.each([
    ['GitHub', { 'x-hub-signature-256': hmac(body) }],
    ['Gitlab', { 'x-gitlab-token': 's3cret' }],
    ['BitBucket', { 'x-hub-signature': hmac(body) }],
    ['BitBucketServer', { 'x-hub-signature': hmac(body) }],
  ] as const)('is signed as %s does', (provider, headers) => {
    expect(isSigned(provider, headers, body, 's3cret')).toBe(true);
    expect(isSigned(provider, headers, body, 'another')).toBe(false);
    expect(isSigned(provider, {}, body, 's3cret')).toBe(false);
  });

  it('is not what somebody has changed, nor signed in another way', () => {
    const headers = { 'x-hub-signature-256': hmac(body) };
    expect(isSigned('GitHub', headers, Buffer.from('{}'), 's3cret')).toBe(false);
    expect(isSigned('GitHub', { 'x-hub-signature': hmac(body) }, body, 's3cret')).toBe(false);
    expect(isSigned('GitHub', { 'x-hub-signature-256': '' }, body, 's3cret')).toBe(false);
  });
});
