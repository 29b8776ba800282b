import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const scripts = ['run', 'startOptions', 'endWithNpm', 'prepare', 'install', 'oneAtATime'].map((name) => `${name}.mjs`);

describe('npm start', () => {
  let checkout: string;
  beforeEach(async () => {
    // Nothing is installed here, so anything but reading the options would fail, or leave files.
    checkout = await mkdtemp(join(tmpdir(), 'assay-start-'));
    for (const name of scripts) await cp(join(import.meta.dirname, name), join(checkout, 'packages/launcher', name));
  });
  afterEach(() => rm(checkout, { recursive: true }));

  const start = (...args: string[]) =>
    spawnSync(process.execPath, [join(checkout, 'packages/launcher/run.mjs'), 'launcher', ...args], {
      encoding: 'utf8',
    });

  it.each(['--help', '-h'])('prints help for %s and starts nothing', async (option) => {
    const { status, stdout } = start(option);
    expect(status).toBe(0);
    expect(stdout).toContain('Usage: npm start');
    expect(await readdir(checkout)).toEqual(['packages']);
  });

  it.each([
    ['--prot', "Unknown option '--prot'"],
    ['8080', "Unexpected argument '8080'"],
  ])('refuses %s with exit code 2 and starts nothing', async (argument, message) => {
    const { status, stderr } = start(argument);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).toContain('Usage: npm start');
    expect(await readdir(checkout)).toEqual(['packages']);
  });
});
