import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { problemsOfLine } from '../../../test/harness/prose.mjs';
import { copyRepository } from '../../../test/support/repositoryCopy.ts';

let copy: Awaited<ReturnType<typeof copyRepository>>;
let created: { code: number; output: string };

beforeAll(async () => {
  copy = await copyRepository();
  created = await run('packages/scaffold/main.mjs', 'gadget');
});
afterAll(() => copy.remove());

/** Runs a script of the copy. */
function run(script: string, ...args: string[]): Promise<{ code: number; output: string }> {
  const options = { cwd: copy.folder, encoding: 'utf8' as const, maxBuffer: Number.POSITIVE_INFINITY };
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), output: `${stdout}${stderr}` }),
    );
  });
}

/** Runs specs of the copy: those that were written, and those of the lists that were edited. */
function runSpecs(projects: string[], pattern: string) {
  const jest = 'node_modules/jest/bin/jest.js';
  const node = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  return run(node[0] ?? '', ...node.slice(1), jest, '--selectProjects', ...projects, '--maxWorkers', '1', pattern);
}

const read = (path: string) => readFile(join(copy.folder, path), 'utf8');
/** The paths below a title of the output. */
function pathsBelow(title: RegExp): string[] {
  const lines = created.output.split('\n');
  const start = lines.findIndex((line) => title.test(line)) + 1;
  return lines.slice(start, lines.indexOf('', start)).map((line) => line.trim().replace(/ .*/, ''));
}

describe('npm run new -- gadget', () => {
  it('lists what it has written, with the counts', () => {
    expect(created).toMatchObject({ code: 0 });
    expect(created.output).toContain('Created 24 files');
    expect(created.output).toContain('Edited 16 files');
    expect(created.output).toContain('Generated 10 files again');
    for (const path of pathsBelow(/^Created/))
      expect([path, existsSync(join(copy.folder, path))]).toEqual([path, true]);
  });

  it('writes code that passes npm run check', async () => {
    const { output } = await run('test/check.mjs', '--sources');
    expect(output).toContain('ok     types of everything in Node');
    expect(output).not.toContain('FAILED');
  });

  it('writes plain English', async () => {
    const paths = pathsBelow(/^Created/);
    const problems = await Promise.all(
      paths.map(async (path) => (await read(path)).split('\n').flatMap((line) => problemsOfLine(path, line))),
    );
    expect(problems.flat()).toEqual([]);
  });

  it('writes specs that pass, and leaves those of the lists passing', async () => {
    const { code, output } = await runSpecs(
      ['unit', 'web', 'integration'],
      String.raw`decideGadget|gadgets\.(int\.)?spec|permissions\.unit|pagePaths|AppRoutes|readModelsApart|test/access\.int`,
    );
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(output).toContain('Test Suites: 8 passed, 8 total');
  });

  it('writes a journey through a browser that passes', async () => {
    expect(await run('packages/launcher/build.mjs')).toMatchObject({ code: 0 });
    const { code, output } = await runSpecs(['journeys'], String.raw`gadgets\.whole`);
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(output).toContain('Test Suites: 1 passed, 1 total');
  });
});

describe('npm run new', () => {
  it('refuses names that are taken', async () => {
    const again = await run('packages/scaffold/main.mjs', 'gadget');
    expect(again).toEqual({ code: 1, output: 'event-schemas/gadget already exists.\n' });
  });

  it('writes nothing when a list is not where it was', async () => {
    const areas = 'packages/web/src/app/areas.ts';
    const before = await read(areas);
    await writeFile(join(copy.folder, areas), before.replace('  settingsArea,\n', '  ...[settingsArea],\n'));
    const topics = await read('packages/contract/src/live/topics.ts');
    const { code, output } = await run('packages/scaffold/main.mjs', 'widget');
    await writeFile(join(copy.folder, areas), before);
    expect(code).toBe(1);
    expect(output).toContain(`${areas} has no single list between 'agentsArea,' and 'settingsArea,'`);
    expect(await read('packages/contract/src/live/topics.ts')).toBe(topics);
    expect(existsSync(join(copy.folder, 'event-schemas/widget'))).toBe(false);
  });

  it('prints its help', async () => {
    const { code, output } = await run('packages/scaffold/main.mjs', '--help');
    expect([code, output.split('\n')[0]]).toEqual([0, 'npm run new -- NOUN [--plural NOUNS]']);
  });
});
