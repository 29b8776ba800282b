import { execFile } from 'node:child_process';
import { bundled } from '../../../test/support/bundled.ts';
import { type FakeSentry, fakeSentry } from '../../../test/support/fakeSentry.ts';

type Ended = { code: number | null; stderr: string };

describe('errors that nothing catches', () => {
  let sentry: FakeSentry;
  let script: string;
  beforeAll(async () => {
    sentry = await fakeSentry();
    script = await bundled('packages/telemetry/test/failingProcess.ts');
  });
  afterAll(() => sentry.stop());

  const run = (how: 'throw' | 'reject', env: NodeJS.ProcessEnv) =>
    new Promise<Ended>((resolve) => {
      const options = { env: { PATH: process.env.PATH, ...env } };
      const child = execFile(process.execPath, [script, how], options, (_, __, stderr) =>
        resolve({ code: child.exitCode, stderr }),
      );
    });

  it.each(['throw', 'reject'] as const)('are reported before the process ends as it would without: %s', async (how) => {
    const before = sentry.events.length;
    const { code, stderr } = await run(how, { SENTRY_DSN: sentry.dsn });
    expect(code).toBe(1);
    expect(stderr).toContain('canary@example.com is not a function');
    expect(sentry.events.slice(before)).toMatchObject([
      {
        level: 'fatal',
        tags: { process: 'failing', kind: 'process' },
        exception: { values: [{ type: 'TypeError', value: '(not sent)', mechanism: { handled: false } }] },
      },
    ]);
    expect(sentry.sent()).not.toContain('canary');
  });

  it('are only printed without a DSN', async () => {
    const before = sentry.events.length;
    const { code, stderr } = await run('throw', {});
    expect([code, sentry.events.length]).toEqual([1, before]);
    expect(stderr).toContain('canary@example.com is not a function');
  });
});
