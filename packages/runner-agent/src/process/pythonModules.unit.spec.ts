import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SecretMask } from '../masking/secretMask.ts';
import type { ProcessHost } from './processHost.ts';
import { pythonModules, pythonNames } from './pythonModules.ts';
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

  it('is found in the beginning of the answer of a program that prints more than any text may have', async () => {
    const python = join(folder, 'python3');
    writeFileSync(python, '#!/bin/sh\necho "<pip>"\nhead -c 700000000 /dev/zero\necho "<pytest>"\n');
    chmodSync(python, 0o755);
    const found = await pythonModules(python, ['pip', 'pytest'], {
      host: { start: (order) => startProcess(order) } as ProcessHost,
      directory: folder,
      environment: { PATH: '/usr/bin:/bin' },
      mask: new SecretMask([]),
      signal: new AbortController().signal,
    });
    expect(found).toEqual(['pip']);
  });
});
