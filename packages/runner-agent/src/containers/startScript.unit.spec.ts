import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startScript } from './startScript.ts';

const windows = process.platform === 'win32';

(windows ? describe.skip : describe)('the start script of a container (needs a POSIX shell)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-script-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  function seen(environment: NodeJS.ProcessEnv): Record<string, string> {
    const script = join(folder, 'start.sh');
    writeFileSync(script, startScript(environment));
    const shown = execFileSync('/bin/sh', [script, process.execPath, '-p', 'JSON.stringify(process.env)'], {
      env: { PATH: '/usr/bin:/bin', FROM_IMAGE: 'stays' },
      encoding: 'utf8',
    });
    expect(existsSync(script)).toBe(false);
    return JSON.parse(shown);
  }

  it('passes variables unchanged, beside those of the image, and removes its file', () => {
    const values = {
      PLAIN: 'a b',
      QUOTES: `it's "so" \`so\` $(so) $HOME \\`,
      LINES: 'one\ntwo\n',
      EMPTY: '',
      UNICODE: 'ä€😀',
      OPTION: '-n',
    };
    expect(seen(values)).toMatchObject({ ...values, FROM_IMAGE: 'stays' });
  });

  it('skips names that a shell cannot set', () => {
    const all = seen({ 'a.b': '1', 'x;touch y': '2', UID: '7', PPID: '8', '': '9', AFTER: 'there', NOT: undefined });
    expect(all.AFTER).toBe('there');
    for (const name of ['a.b', 'x;touch y', 'NOT']) expect(all[name]).toBeUndefined();
  });
});
