import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '../support/eventually.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { processesOf } from '../support/processesOf.ts';
import { copyRepository } from '../support/repositoryCopy.ts';

const errors = 'packages/api/src/http/apiErrors.ts';
const added = 'packages/api/src/http/added.ts';
const stores = ['event store', 'document store'];

describe('npm run dev', () => {
  let copy: Awaited<ReturnType<typeof copyRepository>>;
  let installation: Installation;
  beforeAll(async () => {
    copy = await copyRepository();
    installation = await startInstallation({ byNpm: 'dev', checkout: copy.folder, env: { ASSAY_AGENT: '0' } });
  });
  afterAll(async () => {
    await installation?.stop();
    await installation?.remove();
    await copy.remove();
  });

  async function change(source: string, from: string | RegExp, to: string): Promise<void> {
    const path = join(copy.folder, source);
    const before = await readFile(path, 'utf8');
    const after = before.replace(from, to);
    expect(after).not.toBe(before);
    await writeFile(path, after);
  }
  /** What the api says of an address that it does not know, or the reason why there is no answer. */
  async function answer(origin = installation.url): Promise<string> {
    const response = await fetch(`${origin}/api/unknown`).catch(String);
    return typeof response === 'string' ? response : await response.text();
  }
  const pidsOf = (names: string[]) => Promise.all(names.map((name) => installation.pidOf(name)));
  const answers = (text: string) => eventually(async () => expect(await answer()).toContain(text));
  const printed = (line: string) => installation.lines.filter((one) => one.includes(line)).length;
  const webClient = () => {
    const line = installation.lines.find((one) => one.includes('Local:')) ?? '';
    return /http:\/\/localhost:\d+/.exec(line)?.[0] ?? line;
  };

  it('starts a process again whose sources have changed, and no other', async () => {
    const kept = [...stores, 'projector', 'automation'];
    const before = await pidsOf(kept);
    await change(errors, /There is no .* thing\./, 'Changed once.');
    await answers('Changed once.');
    expect(await pidsOf(kept)).toEqual(before);
  });

  it('starts every process again whose shared sources have changed, and leaves the stores', async () => {
    const [before, storesBefore] = [await pidsOf(['api', 'projector', 'automation']), await pidsOf(stores)];
    await change(
      'packages/concurrency/src/backOff.ts',
      'const whole',
      "if (max < 0) throw new Error('max');\n  const whole",
    );
    await eventually(async () => {
      const now = await pidsOf(['api', 'projector', 'automation']);
      expect(now.filter((pid) => before.includes(pid))).toEqual([]);
    });
    expect(await pidsOf(stores)).toEqual(storesBefore);
  });

  it('runs on with the last good sources after an error, which it prints', async () => {
    const before = await installation.pidOf('api');
    await change(errors, "'Changed once.'", "'Changed once.");
    await eventually(() => printed('Unterminated string literal') > 0);
    expect(await answer()).toContain('Changed once.');
    expect(await installation.pidOf('api')).toBe(before);
    await change(errors, "'Changed once.", "'Changed twice.'");
    await answers('Changed twice.');
  });

  it('finds a file that was missing', async () => {
    await change(errors, /^/, "import { text } from './added.ts';\n");
    await eventually(() => printed('Could not resolve "./added.ts"') > 0);
    await change(errors, "text: 'Changed twice.'", 'text');
    await writeFile(join(copy.folder, added), "export const text = 'Changed with a file.';\n");
    await answers('Changed with a file.');
  });

  it('says why a process no longer starts, and starts it when that is mended', async () => {
    const thrown = "throw new Error('broken at the start');\n";
    await change(added, /^/, thrown);
    await eventually(() => printed('broken at the start') > 0);
    await change(added, thrown, '');
    await answers('Changed with a file.');
  });

  it('serves the web client from its sources, with the api behind it', async () => {
    expect(await answer(webClient())).toContain('Changed with a file.');
    const source = 'packages/web/src/main.tsx';
    await change(source, /$/, "\nconsole.log('a changed client');\n");
    const served = async () => (await fetch(`${webClient()}/src/main.tsx`)).text();
    await eventually(async () => expect(await served()).toContain('a changed client'));
  });

  it('starts everything again after a change of the launcher', async () => {
    const ready = printed('Assay is ready at');
    const before = await pidsOf(stores);
    await change('packages/launcher/src/main.ts', 'Assay is ready at', 'Assay, changed, is ready at');
    await eventually(() => printed('Assay, changed, is ready at') === 1);
    expect(printed('Assay is ready at')).toBe(ready);
    expect((await pidsOf(stores)).filter((pid) => before.includes(pid))).toEqual([]);
    await answers('Changed with a file.');
  });

  it('leaves no process', async () => {
    await installation.stop();
    await eventually(async () => expect(await processesOf(copy.folder)).toEqual([]));
  });
});
