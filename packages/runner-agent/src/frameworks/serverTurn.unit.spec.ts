import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMachineFiles } from '../../test/machineFiles.ts';
import type { AssignedRun } from '../connection/assignedWork.ts';
import { ServerLocks } from '../process/fairLocks.ts';
import type { ProcessHost } from '../process/processHost.ts';
import { needsTurns, serverKeys, serverTurn } from './serverTurn.ts';

describe('turns of projects whose framework starts a server', () => {
  const files = openMachineFiles();
  const folder = mkdtempSync(join(tmpdir(), 'assay-turn-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const configOf = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const server = configOf('a.config.ts', "export default { webServer: { command: 'npm start', port: 3000 } }");
  const locks = new ServerLocks(0);
  const notes: string[] = [];
  let onNote = (): void => undefined;
  const turnOf = (
    project: string,
    configFile: string | null,
    signal = new AbortController().signal,
    network: ProcessHost['network'] = 'machine',
  ) => {
    const run = { projectId: project } as AssignedRun;
    const note = (text: string) => {
      notes.push(text);
      onNote();
    };
    const host = { files, network } as ProcessHost;
    const context = { host, run, serverLocks: locks, signal, note };
    return serverTurn(context, 'Playwright', configFile);
  };

  it('come one after another, and an abandoned one blocks nobody', async () => {
    const order: string[] = [];
    const bothWait = new Promise<void>((resolve) => {
      onNote = () => {
        if (notes.length === 2) resolve();
      };
    });
    const first = await turnOf('a', server);
    const givenUp = new AbortController();
    const second = turnOf('a', server, givenUp.signal);
    const third = turnOf('b', server).then((over) => {
      order.push('third');
      over();
    });
    await bothWait;
    expect(notes[0]).toContain('may use the same port');
    givenUp.abort(new Error('canceled'));
    await expect(second).rejects.toThrow('canceled');
    order.push('first is over');
    first();
    await third;
    expect(order).toEqual(['first is over', 'third']);
  });

  it('are not needed where runs or processes have networks of their own', async () => {
    const over = await turnOf('a', server);
    notes.length = 0;
    for (const network of ['run', 'process'] as const) (await turnOf('b', server, undefined, network))();
    over();
    expect(notes).toEqual([]);
  });

  it('are not needed by projects without a server, with one per slot, or with another port', async () => {
    const over = await turnOf('a', server);
    await turnOf('a', null);
    await turnOf('a', configOf('b.config.ts', 'export default {}'));
    const own = 'webServer: { port: 3000 + Number(process.env.ASSAY_PLACE) }';
    await turnOf('a', configOf('c.config.ts', `export default { ${own} }`));
    const others = [
      configOf('d.config.ts', 'webServer: { port: 3001 }'),
      configOf('e.config.ts', 'webServer: { port }'),
    ];
    const overs = await Promise.all(others.map((each, index) => turnOf(`other ${index}`, each)));
    for (const each of [over, ...overs]) each();
  });

  it.each<[string, string[]]>([
    ["webServer: { command: 'npm start', port: 3000 }", ['port 3000']],
    ["webServer: [{ url: 'http://localhost:3000/a' }, { url: `http://127.0.0.1:4000` }]", ['port 3000', 'port 4000']],
    ["webServer: { command: 'PORT=8080 npm start', url }", ['port 8080']],
    ["webServer: { command: 'vite --port 5173' }", ['port 5173']],
    ['const PORT = process.env.PORT || 3000; webServer: { port: PORT }', ['port 3000']],
    ['onPrepare: () => app.listen(8081)', ['port 8081']],
    ["services: ['appium', 'chromedriver']", ['service appium', 'service chromedriver']],
    ["services: [['static-server', { port: 4567 }]]", ['port 4567']],
    ['webServer: { port: await freePort() }, retries: 3000, transport: 1000, port: 99999', []],
    [
      Array.from({ length: 20 }, (_, index) => `port: ${3000 + index}`).join(),
      [0, 1, 2, 3, 4, 5, 6, 7].map((each) => `port ${3000 + each}`),
    ],
  ])('are by what a configuration says literally: %s', (text, keys) => {
    expect(serverKeys(text)).toEqual([expect.stringMatching(/^configuration [0-9a-f]{64}$/), ...keys]);
  });

  it('are found in linear time', () => {
    const odd = ['port ', 'port:=|?', 'listen (', "'wdio-", 'localhost:'];
    for (const each of odd) expect(serverKeys(each.repeat(200_000))).toHaveLength(1);
    expect(serverKeys(`port${' '.repeat(1_000_000)}`)).toHaveLength(1);
  });

  it.each<[boolean, string]>([
    [true, "services: [['static-server', { port: 4567, folders: [] }]]"],
    [true, 'services: ["appium"]'],
    [true, "import Server from '@wdio/selenium-standalone-service'"],
    [true, "services: ['wdio-chromedriver-service']"],
    [true, 'onPrepare: () => new Promise((ready) => { server = app.listen(8080, ready); })'],
    [true, "onPrepare() { child = spawn('npm', ['start']); }"],
    [false, "services: [['static-server', { port: 4500 + Number(process.env.ASSAY_PLACE) }]]"],
    [false, "hostname: 'grid', port: 4444, services: ['visual'], capabilities: [{ 'appium:deviceName': 'any' }]"],
  ])('are needed by WebDriverIO (%s): %s', async (needed, text) => {
    const config = configOf('wdio.conf.js', `export const config = { ${text} };`);
    expect(await needsTurns(files, 'WebDriverIO', config)).toBe(needed);
  });

  it('are needed by Playwright with a server', async () => {
    expect(await needsTurns(files, 'Playwright', server)).toBe(true);
    expect(await needsTurns(files, 'Playwright', null)).toBe(false);
  });
});
