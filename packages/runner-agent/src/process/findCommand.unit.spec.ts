import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findCommand } from './findCommand.ts';

describe('a command in PATH', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-command-'));
  beforeAll(() => {
    for (const name of ['npm.cmd', 'java.EXE', 'python3']) writeFileSync(join(folder, name), '');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('has one of the extensions in PATHEXT on Windows, in their order', () => {
    const environment = { PATH: `nowhere;${folder}`, PATHEXT: '.EXE;.cmd' };
    expect(findCommand(environment, ['npm'], 'win32')).toBe(join(folder, 'npm.cmd'));
    expect(findCommand(environment, ['gradle', 'java'], 'win32')).toBe(join(folder, 'java.EXE'));
    expect(findCommand(environment, ['python3'], 'win32')).toBeNull();
  });

  it('is found in a quoted folder of PATH on Windows', () => {
    const environment = { PATH: `"${folder}"`, PATHEXT: '.cmd' };
    expect(findCommand(environment, ['npm'], 'win32')).toBe(join(folder, 'npm.cmd'));
  });

  it('has no extension elsewhere', () => {
    const environment = { PATH: `/nowhere:${folder}` };
    expect(findCommand(environment, ['python3', 'python'], 'linux')).toBe(join(folder, 'python3'));
    expect(findCommand(environment, ['npm'], 'linux')).toBeNull();
    expect(findCommand({}, ['python3'], 'darwin')).toBeNull();
  });
});
