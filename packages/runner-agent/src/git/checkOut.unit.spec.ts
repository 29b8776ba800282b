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

  it.each(['..', '.git', 'GIT~1'])('of a tree with the path %s names the path that git refuses', async (name) => {
    const mirror = join(folder, 'mirror');
    mkdirSync(mirror);
    const git = (args: string[], input: string | Buffer = '') =>
      execFileSync('git', args, { cwd: mirror, encoding: 'utf8', input }).trim();
    git(['init', '--quiet', '--initial-branch=main']);
    git(['config', 'core.protectNTFS', 'true']);
    const content = Buffer.from(git(['hash-object', '-w', '--stdin'], 'content\n'), 'hex');
    const entry = Buffer.concat([Buffer.from(`100644 ${name}\0`), content]);
    const tree = git(['hash-object', '-w', '-t', 'tree', '--literally', '--stdin'], entry);
    const author = ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.com'];
    const commit = git([...author, 'commit-tree', '-m', 'Odd', tree]);
    git(['update-ref', 'refs/heads/main', commit]);
    const found = { mirror, commit, message: 'Odd' };
    const checkedOut = checkOut(found, mirror, join(folder, 'repository'), folder, true, new AbortController().signal);
    await expect(checkedOut).rejects.toMatchObject({
      code: 'git.invalidPath',
      message: expect.stringContaining(`the path '${name}' is invalid`),
    });
  });
});
