import { shownLine } from './shownOutput.ts';

const entry = {
  level: 30,
  time: '2026-03-01T12:34:56.789Z',
  name: 'security',
  event: 'refused',
  status: 401,
  code: 'unauthenticated',
  method: 'GET',
  route: '/api/users/me',
  address: '192.0.2.7',
  requestId: 'r1',
};
const line = JSON.stringify(entry);

describe('what npm start shows of the ordinary output of its processes', () => {
  it('are entries of security, as they are for collectors and as a sentence in a terminal', () => {
    expect(shownLine('api', line, 'security', false)).toBe(line);
    expect(shownLine('api', line, 'security', true)).toBe(
      '[api] 12:34:56 refused 401 unauthenticated GET /api/users/me 192.0.2.7',
    );
    expect(shownLine('api', 'listening on http://127.0.0.1:3000', 'security', false)).toBeNull();
  });

  it('is everything, or nothing, where that is wanted', () => {
    expect(shownLine('event store', 'listening', 'all', false)).toBe('[event store] listening');
    expect(shownLine('api', line, 'all', false)).toBe(line);
    expect(shownLine('api', line, 'errors', false)).toBeNull();
  });

  it.each(['{"name":"security"', '{"name":"security","event":1,"time":2}', '"name":"security"'])(
    'takes %s for no entry',
    (text) => {
      expect(shownLine('api', text, 'security', true)).toBeNull();
      expect(shownLine('api', text, 'all', true)).toBe(`[api] ${text}`);
    },
  );
});
