import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkOut } from './checkOut.ts';

describe('a checkout', () => {
  const home = process.env.HOME;
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-checkout-'));
  });
  afterEach(() => {
    process.env.HOME = home;
    rmSync(folder, { recursive: true });
  });

  it.each(['smudge', 'process'])('runs no %s filter of the machine that the repository names', async (kind) => {
    const [mirror, machine, ran] = ['mirror', 'home', 'ran'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    for (const each of [mirror, machine]) mkdirSync(each);
    const git = (...args: string[]) => execFileSync('git', args, { cwd: mirror, encoding: 'utf8' }).trim();
    git('init', '--quiet', '--initial-branch=main');
    writeFileSync(join(mirror, '.gitattributes'), '*.txt filter=machine\n');
    writeFileSync(join(mirror, 'file.txt'), 'content\n');
    git('add', '--all');
    git('-c', 'user.name=Bench', '-c', 'user.email=bench@example.com', 'commit', '--quiet', '--message', 'Files');
    const found = { mirror, commit: git('rev-parse', 'HEAD'), message: 'Files' };
    process.env.HOME = machine;
    execFileSync('git', ['config', '--global', `filter.machine.${kind}`, `touch ${ran}; cat`]);
    execFileSync('git', ['config', '--global', 'filter.machine.required', 'true']);

    const repository = join(folder, 'repository');
    await checkOut(found, mirror, repository, folder, true, new AbortController().signal);
    expect(existsSync(ran)).toBe(false);
    expect(readFileSync(join(repository, 'file.txt'), 'utf8')).toBe('content\n');
  });
});
