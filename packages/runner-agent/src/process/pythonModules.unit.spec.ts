import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SecretMask } from '../masking/secretMask.ts';
import type { ProcessHost } from './processHost.ts';
import { pipFillsOthers, pythonModules, pythonNames } from './pythonModules.ts';
import { startProcess } from './startProcess.ts';

describe('the name of Python', () => {
  it('is first the one that does not open the Windows store, and python3 elsewhere', () => {
    expect(pythonNames('win32')[0]).toBe('python');
    expect(pythonNames('linux')[0]).toBe('python3');
  });
});

(process.platform === 'win32' ? describe.skip : describe)('what a Python can import (needs a POSIX shell)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-python-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** A Python that is a shell script. */
  function answering(script: string) {
    const python = join(folder, 'python3');
    writeFileSync(python, `#!/bin/sh\n${script}\n`);
    chmodSync(python, 0o755);
    const surroundings = {
      host: { start: (order) => startProcess(order) } as ProcessHost,
      directory: folder,
      environment: { PATH: '/usr/bin:/bin' },
      mask: new SecretMask([]),
      signal: new AbortController().signal,
    };
    return [python, surroundings] as const;
  }

  it('is found in the beginning of the answer of a program that prints more than any text may have', async () => {
    const [python, surroundings] = answering('echo "<pip>"\nhead -c 700000000 /dev/zero\necho "<pytest>"');
    const found = await pythonModules(python, ['pip', 'pytest'], surroundings);
    expect(found).toEqual(['pip']);
  });

  it.each([
    ['pip 25.0 from /opt/a (b)/pip (python 3.13)', true],
    ['pip 22.3.1 from /opt/pip (python 3.12)', true],
    ['pip 22.2.9 from /opt/pip (python 3.12)', false],
    ['pip 25.0 from /opt/pip (python 3.11)', false],
    ['/usr/bin/python3: No module named pip', false],
  ])('of pip is enough for other environments from 22.3 and Python 3.12: %s', async (version, isEnough) => {
    expect(await pipFillsOthers(...answering(`echo "${version}"`))).toBe(isEnough);
  });
});
