import { oneClick } from './oneClick.ts';

describe('one click in a mail program', () => {
  it('is a call at the address of the page', () => {
    expect(oneClick({ method: 'POST', url: '/unsubscribe/token' })).toBe('/api/unsubscribe/token');
  });

  it.each([
    ['GET', '/unsubscribe/token'],
    ['POST', '/unsubscribed'],
    ['POST', '/api/unsubscribe/token'],
  ])('is no %s of %s', (method, url) => {
    expect(oneClick({ method, url })).toBe(url);
  });
});
