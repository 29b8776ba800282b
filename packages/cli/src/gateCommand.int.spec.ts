import { bundled } from '../../../test/support/bundled.ts';
import { commandLine } from '../../../test/support/commandLine.ts';
import { type ReceivingServer, type Reply, receivingServer } from '../../../test/support/receivingServer.ts';

const script = await bundled('packages/cli/src/main.ts');
const commit = 'c'.repeat(40);
/** The two gates, and the call of the service that each of them goes by. */
const gates = [
  ['of a commit', ['--project', 'shop', '--commit', commit], '/api/projects/shop-1/gate'],
  ['of a release', ['--release', 'release-1'], '/api/release/release-1/gate'],
] as const;

const json = (body: unknown, status = 200): Reply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const refusal = (status: number, code: string, message: string) => json({ code, message }, status);
/** What a service whose stores are away answers. The time to wait is a fake: the real one is a second. */
const away: Reply = {
  status: 503,
  headers: { 'retry-after': '0' },
  body: JSON.stringify({ code: 'store.away', message: 'The stores are away. Try again.' }),
};
const foreign = 'does not answer as Assay does. Check ASSAY_URL.';
const unknown = 'gave an answer that this version of assay does not know';
const answered = (answer: string) => json({ answer, reason: 'All passed', evidence: [], criteria: [] });

/** A fake of the service: what it answers to the gate, the exit code of the command, and its sentence. */
const situations: readonly (readonly [string, Reply, number, string])[] = [
  ['stores that are away', away, 4, 'The stores are away. Try again.'],
  ['a failure of the service', { status: 500, body: '' }, 4, 'answered with status 500.'],
  ['a proxy without a service', { status: 404, body: '<h1>Not found</h1>' }, 5, 'answered with status 404.'],
  ['a page to sign in to a network', { status: 200, body: '<h1>Sign in</h1>' }, 4, foreign],
  ['an empty answer', { status: 200, body: '' }, 4, foreign],
  ['an answer without a verdict', json({}), 4, unknown],
  ['an answer that is not an object', json(null), 4, unknown],
  ['a verdict of a newer version', answered('waived'), 4, unknown],
  ['a verdict that is the name of a method', answered('toString'), 4, unknown],
  ['a deleted API key', refusal(401, 'session.required', 'Sign in.'), 5, 'Check ASSAY_API_KEY.'],
  ['revoked access', refusal(403, 'permission.denied', 'You may not do this.'), 5, 'You may not do this.'],
  ['an archived project', refusal(404, 'project.notFound', 'Project not found.'), 5, 'Project not found.'],
  ['an unknown release', refusal(404, 'release.notFound', 'Release not found.'), 5, 'Release not found.'],
];

describe('the command of a gate', () => {
  let service: ReceivingServer;
  beforeEach(async () => {
    service = await receivingServer();
  });
  afterEach(() => service.stop());

  /** @param reply to the gate; everything else is answered as by a service */
  const gate = (options: readonly string[], path: string, reply: Reply) => {
    service.reply = (request) => {
      if (request.path.startsWith(path)) return reply;
      return request.path === '/api/projects' ? json([{ id: 'shop-1', key: 'shop' }]) : json({ name: 'demo' });
    };
    return commandLine({ script, url: service.url, key: 'key-1' })('gate', ...options);
  };

  describe.each(gates)('%s', (_, options, path) => {
    it.each(situations)('ends without a pass and with a sentence for %s', async (_situation, reply, code, sentence) => {
      const ended = await gate(options, path, reply);
      expect(ended).toMatchObject({ code, out: '', err: expect.stringContaining(sentence) });
      expect(ended.err.trim().split('\n').at(-1)).toContain(sentence);
    });

    it.each([json({}), answered('waived')])('prints no JSON of an answer without a known verdict', async (reply) => {
      const ended = await gate([...options, '--json'], path, reply);
      expect(ended).toMatchObject({ code: 4, out: '', err: expect.stringContaining(unknown) });
    });

    it.each([
      ['met', 0],
      ['notMet', 1],
      ['pending', 6],
      ['noEvidence', 7],
    ])('ends by the verdict %s', async (answer, code) => {
      expect(await gate(options, path, answered(answer))).toMatchObject({ code, err: '' });
    });
  });

  it('ends without a pass where the project is not in the list any more', async () => {
    service.reply = () => json([]);
    const ended = await commandLine({ script, url: service.url, key: 'key-1' })('gate', ...gates[0][1]);
    expect(ended).toMatchObject({ code: 5, out: '', err: "There is no project 'shop'.\n" });
  });
});
