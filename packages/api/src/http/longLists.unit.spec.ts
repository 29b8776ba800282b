import fastify, { type FastifyInstance } from 'fastify';
import { writeLongListsInTurns } from './longLists.ts';

const row = (index: number) => ({
  id: index,
  name: `täst "${index}"`,
  at: new Date(index),
  none: undefined,
  nil: null,
});
const long = Array.from({ length: 2_501 }, (_, index) => row(index));
const answers: Record<string, unknown> = {
  '/page': { tests: long, total: 1, missing: undefined, nested: { tests: [1] }, 'a"b': null },
  '/two': { a: long, b: long.slice(0, 1_001), c: [] },
  '/sparse': { a: long.map(({ id }) => (id % 2 === 0 ? undefined : id)) },
  '/short': { tests: long.slice(0, 10), total: 1 },
  '/list': long,
  '/lists': [long, []],
};

describe('long lists', () => {
  let app: FastifyInstance;
  beforeAll(() => {
    app = fastify();
    writeLongListsInTurns(app);
    for (const [path, answer] of Object.entries(answers)) app.get(path, async () => answer);
  });
  afterAll(() => app.close());

  it('are answered as JSON writes them', async () => {
    for (const [path, answer] of Object.entries(answers)) {
      const { body, headers } = await app.inject(path);
      expect(body).toBe(JSON.stringify(answer));
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
    }
  });
});
