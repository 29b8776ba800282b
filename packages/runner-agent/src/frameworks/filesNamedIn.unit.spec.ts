import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openMachineFiles } from '../../test/machineFiles.ts';
import type { AssignedRun } from '../connection/assignedWork.ts';
import { filesNamedIn } from './filesNamedIn.ts';

describe('the files that a test names in its output', () => {
  const host = { files: openMachineFiles() };
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-files-')));
  const directory = join(folder, 'repository');
  beforeAll(() => {
    mkdirSync(join(directory, 'shots'), { recursive: true });
    for (const name of ['repository/shots/a.png', 'repository/log.txt', 'secret.txt'])
      writeFileSync(join(folder, name), name);
    utimesSync(join(directory, 'log.txt'), 1, 1);
    symlinkSync(join(folder, 'secret.txt'), join(directory, 'link.txt'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const namesOf = async (output: string, screenshotNamesInOutput = false) => {
    const run = { settings: { screenshotNamesInOutput } } as AssignedRun;
    return (await filesNamedIn(output, { run, host, directory }, Date.now())).map(({ name }) => name);
  };

  it('are those that it claims as its own, of any kind and age', async () => {
    const output =
      'x [[ATTACHMENT|shots/a.png]] y\n\u001b[31m[[ATTACHMENT|log.txt]]\u001b[0m\n[[ATTACHMENT|shots/a.png]]';
    expect(await namesOf(output)).toEqual(['a.png', 'log.txt']);
    expect(await namesOf(`[[ATTACHMENT|file://${directory}/log.txt]]`)).toEqual(['log.txt']);
    writeFileSync(join(directory, 'two words.txt'), '');
    expect(await namesOf(`[[ATTACHMENT|${pathToFileURL(join(directory, 'two words.txt'))}]]`)).toEqual([
      'two words.txt',
    ]);
  });

  it('are in the working directory, wherever a path or a link leads', async () => {
    expect(await namesOf('[[ATTACHMENT|../secret.txt]] [[ATTACHMENT|link.txt]] [[ATTACHMENT|/etc/hostname]]')).toEqual(
      [],
    );
    expect(await namesOf('[[ATTACHMENT|gone.png]] [[ATTACHMENT|shots]]')).toEqual([]);
  });

  it('are pictures named in any way where the project says so, each once', async () => {
    expect(await namesOf('saved shots/a.png')).toEqual([]);
    expect(await namesOf('saved shots/a.png, see [[ATTACHMENT|shots/a.png]]', true)).toEqual(['a.png']);
    expect(await namesOf('saved log.txt', true)).toEqual([]);
  });
});
