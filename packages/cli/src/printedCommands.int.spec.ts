import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundled } from '../../../test/support/bundled.ts';
import { commandLine } from '../../../test/support/commandLine.ts';
import { type ReceivingServer, receivingServer } from '../../../test/support/receivingServer.ts';

const script = await bundled('packages/cli/src/main.ts');
/** What Azure Pipelines acts on anywhere in a line, and GitHub at its beginning. */
const azure = '##vso[task.setvariable variable=PATH]/tmp';
const gitHub = '::add-path::/tmp';
const acted = /##(?=[a-z]*\[)|^\s*::/im;

describe('a text of other people in what the command line prints', () => {
  let service: ReceivingServer;
  let folder: string;
  let isAway: boolean;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'assay-printed-'));
    isAway = false;
    service = await receivingServer();
    service.reply = ({ path, method }) => {
      const headers = { 'content-type': 'application/json', 'retry-after': '0' };
      if (isAway) {
        isAway = false;
        return { status: 503, headers, body: JSON.stringify({ code: 'store.away', message: gitHub }) };
      }
      if (method !== 'GET') return { status: 200, headers, body: JSON.stringify({ id: 'build-1' }) };
      return { status: 200, headers, body: JSON.stringify(path === '/api/projects' ? [{ id: 's', key: 'shop' }] : []) };
    };
    writeFileSync(join(folder, 'app.zip'), '');
    writeFileSync(
      join(folder, 'assay.yaml'),
      JSON.stringify({ assay: 1, runnerPools: [{ name: azure, runnerType: 'LINUX', maxRunners: 1 }] }),
    );
  });
  afterEach(async () => {
    await service.stop();
    rmSync(folder, { recursive: true });
  });

  const assay = (...args: string[]) => commandLine({ script, url: service.url, key: 'key-1', cwd: folder })(...args);
  const build = ['build', '--project', 'shop', '--name', azure, 'app.zip'];

  it.each([
    ['the name of a build, as JSON', [...build, '--json']],
    ['a name in a configuration', ['config', 'apply', '--dry-run', 'assay.yaml']],
    ['a name in a configuration, as JSON', ['config', 'apply', '--dry-run', '--json', 'assay.yaml']],
  ])('is no command of a CI service: %s', async (_what, args) => {
    const { code, out, err } = await assay(...args);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('vso[task.setvariable');
    expect(out).not.toMatch(acted);
  });

  it('is no command of a CI service: why a call is tried again', async () => {
    isAway = true;
    const { code, err } = await assay(...build);
    expect(code).toBe(0);
    expect(err).toContain(`${gitHub} Trying again`);
    expect(err).not.toMatch(acted);
  });
});
