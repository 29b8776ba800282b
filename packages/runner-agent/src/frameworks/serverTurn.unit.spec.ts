import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMachineFiles } from '../../test/machineFiles.ts';
import { needsTurns, serverTurn } from './serverTurn.ts';

describe('turns of projects whose framework starts a server', () => {
  const files = openMachineFiles();
  const folder = mkdtempSync(join(tmpdir(), 'assay-turn-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const configOf = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const server = configOf('a.config.ts', "export default { webServer: { command: 'npm start', port: 3000 } }");
  const signal = () => new AbortController().signal;

  it('come one after another, and an abandoned one blocks nobody', async () => {
    const order: string[] = [];
    const first = await serverTurn(files, 'Playwright', server, signal());
    const givenUp = new AbortController();
    const second = serverTurn(files, 'Playwright', server, givenUp.signal);
    const third = serverTurn(files, 'Playwright', server, signal()).then((over) => {
      order.push('third');
      over();
    });
    givenUp.abort(new Error('canceled'));
    await expect(second).rejects.toThrow('canceled');
    order.push('first is over');
    first();
    await third;
    expect(order).toEqual(['first is over', 'third']);
  });

  it('are not needed by projects without a server, or with one per slot', async () => {
    const over = await serverTurn(files, 'Playwright', server, signal());
    await serverTurn(files, 'Playwright', null, signal());
    await serverTurn(files, 'Playwright', configOf('b.config.ts', 'export default {}'), signal());
    const own = 'webServer: { port: 3000 + Number(process.env.ASSAY_PLACE) }';
    await serverTurn(files, 'Playwright', configOf('c.config.ts', `export default { ${own} }`), signal());
    over();
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
