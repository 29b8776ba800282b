import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needsTurns, webServerTurn } from './webServerTurn.ts';

describe('turns of projects with a web server', () => {
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
    const first = await webServerTurn(server, signal());
    const givenUp = new AbortController();
    const second = webServerTurn(server, givenUp.signal);
    const third = webServerTurn(server, signal()).then((over) => {
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

  it('are told to the run where its runners need them', async () => {
    expect(await needsTurns(server)).toBe(true);
    expect(await needsTurns(null)).toBe(false);
  });

  it('are not needed by projects without a server, or with one per slot', async () => {
    const over = await webServerTurn(server, signal());
    await webServerTurn(null, signal());
    await webServerTurn(configOf('b.config.ts', 'export default {}'), signal());
    const own = 'webServer: { port: 3000 + Number(process.env.ASSAY_PLACE) }';
    await webServerTurn(configOf('c.config.ts', `export default { ${own} }`), signal());
    over();
  });
});
