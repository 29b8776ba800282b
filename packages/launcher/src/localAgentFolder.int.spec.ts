import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyToOtherDisk, localAgentFolder } from './localAgentFolder.ts';

describe("the folder of this machine's agent", () => {
  let folder: string;
  let installation: string;
  let agents: string;
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-agent-folder-')));
    installation = join(folder, 'assay');
    agents = join(folder, 'home', 'agents');
    write('assay/node_modules/undeclared/index.js', '');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function write(path: string, content: string): void {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), content);
  }

  const folderFor = (dataDir: string) => localAgentFolder({ dataDir: join(folder, dataDir), installation }, agents);

  /** @returns whether tests of a run of this agent can load a package of the installation. */
  function findsUndeclared(agent: string): boolean {
    const repository = join(agent, 'workspaces', 'run', 'repository');
    mkdirSync(repository, { recursive: true });
    const code = "try { require('undeclared'); console.log('found') } catch (error) { console.log(error.code) }";
    return execFileSync(process.execPath, ['-e', code], { cwd: repository, encoding: 'utf8' }).trim() === 'found';
  }

  it("hides the installation's packages from tests, with a data folder in the checkout of Assay", async () => {
    for (const dataDir of ['assay/.assay', 'assay/data/deeper']) {
      expect(findsUndeclared(join(folder, dataDir, 'agent'))).toBe(true);
      rmSync(join(folder, dataDir), { recursive: true });
      expect(findsUndeclared(await folderFor(dataDir))).toBe(false);
    }
  });

  it('hides them where the data folder is a link into the checkout', async () => {
    mkdirSync(join(installation, 'data'));
    symlinkSync(join(installation, 'data'), join(folder, 'linked'));
    expect(findsUndeclared(await folderFor('linked'))).toBe(false);
  });

  (process.getuid?.() === 0 ? it : it.skip)('lets users of tests pass through its parents (needs root)', async () => {
    mkdirSync(join(folder, 'home'), { mode: 0o700 });
    await folderFor('assay/.assay');
    expect([join(folder, 'home'), agents].map((each) => statSync(each).mode & 0o777)).toEqual([0o711, 0o711]);
  });

  it('is in a data folder outside of the checkout', async () => {
    expect(await folderFor('data')).toBe(join(folder, 'data', 'agent'));
    expect(await folderFor('assay-data')).toBe(join(folder, 'assay-data', 'agent'));
  });

  it('differs between data folders, and is the same at each start', async () => {
    const first = await folderFor('assay/one');
    expect(await folderFor('assay/two')).not.toBe(first);
    expect(await folderFor('assay/one')).toBe(first);
  });

  it('takes over all that an earlier version has stored in the checkout', async () => {
    write('assay/.assay/agent/spool/result.json', 'undelivered');
    write('assay/.assay/agent/projects/p/home/file', 'cached');
    const moved = await folderFor('assay/.assay');
    expect(readFileSync(join(moved, 'spool', 'result.json'), 'utf8')).toBe('undelivered');
    expect(readFileSync(join(moved, 'projects', 'p', 'home', 'file'), 'utf8')).toBe('cached');
    expect(existsSync(join(folder, 'assay/.assay/agent'))).toBe(false);
  });

  it('stays where an agent that did not stop cleanly may still use it', async () => {
    write('assay/.assay/agent/agent.lock', '1 1');
    expect(await folderFor('assay/.assay')).toBe(join(folder, 'assay/.assay/agent'));
  });

  it('takes undelivered results to another disk, and leaves what is created again', async () => {
    for (const name of ['agent-id', 'spool/result.json', 'git/known_hosts', 'workspaces/run/file', 'installed/p/mark'])
      write(`old/${name}`, name);
    await copyToOtherDisk(join(folder, 'old'), join(folder, 'new'));
    for (const name of ['agent-id', 'spool/result.json', 'git/known_hosts'])
      expect(readFileSync(join(folder, 'new', name), 'utf8')).toBe(name);
    for (const gone of ['new/workspaces', 'new/installed', 'new.partial', 'old'])
      expect(existsSync(join(folder, gone))).toBe(false);
  });
});
