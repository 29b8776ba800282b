import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, folderOfEach, startHelper, textOf } from '../../test/projectFolder.ts';
import type { RunningProcess } from '../process/startProcess.ts';
import { agentProjectFiles, type HelperOrder, projectFilesBy, transfersAsAgent } from './fileHelper.ts';
import type { ProjectFiles } from './projectFiles.ts';

const onPosix = process.platform === 'win32' ? it.skip : it;
const onLinux = process.platform === 'linux' ? it : it.skip;
const place = folderOfEach();
const { put } = place;
const manyFiles = 20_000;

describe('the helper for project files', () => {
  it('is started again for the request after its end', async () => {
    const started: RunningProcess[] = [];
    const files = projectFilesBy((order) => {
      const running = startHelper(order);
      started.push(running);
      return running;
    });
    expect(started).toHaveLength(0);
    expect(await files.isFolder(place.path)).toBe(true);
    const opened = await files.open(put('a.txt'));
    await started[0]?.end();
    await started[0]?.ended;
    expect(await files.isFolder(place.path)).toBe(true);
    expect(started).toHaveLength(2);
    // What was open went with the first one.
    await expect(opened.read(0, 1)).rejects.toEqual(codeOf('EBADF'));
    await files.close();
  });

  onPosix('rejects what was asked when it is killed (needs POSIX signals)', async () => {
    const dying = "process.stdin.once('data', () => process.kill(process.pid, 'SIGKILL'))";
    const scripts = [dying];
    const files = projectFilesBy((order) => startHelper(withScript(order, scripts.shift())));
    const asked = [files.kind(place.path), files.list(place.path), files.remove(join(place.path, 'a'))];
    for (const outcome of await Promise.allSettled(asked)) {
      expect(outcome).toEqual({ status: 'rejected', reason: codeOf('EENDED') });
    }
    expect(await files.kind(place.path)).toBe('folder');
    await files.close();
  });

  onPosix('rejects a request at once whose answer is too long, and no other (needs POSIX names)', async () => {
    const files = agentProjectFiles(place.path);
    // Paths close to the longest ones of Linux, of characters that JSON writes as six.
    const name = '\u0001'.repeat(255);
    const deep = Array.from({ length: 14 }, () => name).join('/');
    mkdirSync(join(place.path, deep), { recursive: true });
    for (let at = 0; at < 1700; at += 1) closeSync(openSync(join(place.path, deep, `${at}.xml`), 'w'));
    const [found, listed] = await Promise.allSettled([files.find(place.path, ['**/*.xml']), files.list(place.path)]);
    const message = expect.stringMatching(/^the answer to 'find' has \d+ characters/);
    expect(found).toMatchObject({ status: 'rejected', reason: { code: 'ETOOLONG', message } });
    expect(listed).toEqual({ status: 'fulfilled', value: [{ name, kind: 'folder' }] });
    await files.close();
  });

  it('rejects what was asked when a line is too long that it writes after it was taken over', async () => {
    const flood = `const fs = require('node:fs');
process.stdin.once('data', () => {
  const part = Buffer.alloc(2 ** 20, 'x');
  for (let at = 0; at < 33; at += 1) for (let from = 0; from < part.length; ) from += fs.writeSync(3, part, from);
  fs.writeSync(3, '\\n');
});`;
    const files = projectFilesBy((order) => startHelper(withScript(order, flood)));
    await expect(files.kind(place.path)).rejects.toEqual(codeOf('ETOOLONG'));
    await files.close();
  });

  onLinux('moves for one project while a transfer for another one fails (needs /proc)', async () => {
    const moves = ['one', 'two'].map((project) => {
      const path = put(`workspaces/${project}/node_modules/a.js`, project);
      mkdirSync(join(place.path, 'projects', project), { recursive: true });
      return [
        { path: join(path, '..'), within: join(place.path, 'workspaces', project) },
        { path: join(place.path, 'projects', project, 'moved'), within: join(place.path, 'projects', project) },
      ] as const;
    });
    const [one, two] = moves;
    if (!one || !two) throw new Error('a move is missing');
    // Enough for the helper to be still at work when it is ended.
    for (let at = 0; at < manyFiles; at += 1) writeFileSync(join(one[0].path, `${at}.js`), '');
    const before = helperProcesses();
    const transfers = transfersAsAgent(place.path);
    const failing = transfers.linkFiles([one]);
    let first: number | undefined;
    while (first === undefined) [first] = helperProcesses().filter((pid) => !before.includes(pid));
    const moving = [failing, transfers.move([two])];
    process.kill(first, 'SIGKILL');
    const [failed, moved] = await Promise.allSettled(moving);
    expect(failed).toEqual({ status: 'rejected', reason: codeOf('EENDED') });
    expect(moved).toMatchObject({ status: 'fulfilled' });
    expect(readFileSync(join(place.path, 'projects', 'two', 'moved', 'a.js'), 'utf8')).toBe('two');
  });

  it('says why it cannot be started', async () => {
    const missing = join(place.path, 'no-node');
    const files = projectFilesBy((order) => startHelper({ ...order, command: missing }));
    await expect(files.kind(place.path)).rejects.toMatchObject({
      code: 'EENDED',
      message: expect.stringContaining('no-node'),
    });
    await files.close();
  });

  it('gives valid answers only, whatever else is written to its channel', async () => {
    const files = answering({
      kind: { result: 'file' },
      list: { result: [{ name: 'a', kind: 'door' }] },
      realPath: {},
      makeFolder: { result: 'made' },
      find: { error: { code: 'E'.repeat(100), message: 'm'.repeat(10_000) } },
    });
    expect(await files.kind(place.path)).toBe('file');
    await expect(files.list(place.path)).rejects.toEqual(codeOf('EBADANSWER'));
    await expect(files.realPath(place.path)).rejects.toEqual(codeOf('EBADANSWER'));
    await expect(files.makeFolder(place.path)).rejects.toEqual(codeOf('EBADANSWER'));
    await expect(files.find(place.path, ['*'])).rejects.toMatchObject({
      code: 'E'.repeat(40),
      message: 'm'.repeat(300),
    });
    await files.close();
  });

  it('gives no more than it was asked for', async () => {
    const five = Buffer.from('abcde').toString('base64');
    const files = answering({
      list: { result: Array.from({ length: 20_001 }, (_, at) => ({ name: `${at}`, kind: 'file' })) },
      read: { result: five },
      realPath: { result: 'x'.repeat(9000) },
      firstExisting: { result: '/etc/passwd' },
      open: { result: { handle: 1, size: 12, modifiedMs: 0 } },
      chunk: { result: five },
    });
    await expect(files.list(place.path)).rejects.toEqual(codeOf('EBADANSWER'));
    await expect(files.realPath(place.path)).rejects.toEqual(codeOf('EBADANSWER'));
    expect(await files.readText(place.path, { limit: 5 })).toBe('abcde');
    await expect(files.readText(place.path, { limit: 4 })).rejects.toEqual(codeOf('EBADANSWER'));
    expect(await files.firstExisting([place.path])).toBeNull();
    const opened = await files.open(place.path);
    expect((await opened.read(0, 5)).toString()).toBe('abcde');
    await expect(opened.read(0, 4)).rejects.toEqual(codeOf('EBADANSWER'));
    // Two of the twelve bytes are left for the third answer, which has five.
    await expect(textOf(opened)).rejects.toEqual(codeOf('EBADANSWER'));
    await files.close();
  });

  it('ends a file that never ends', async () => {
    const files = answering({
      open: { result: { handle: 1, size: 10, modifiedMs: 0 } },
      chunk: { result: Buffer.from('abcde').toString('base64') },
    });
    expect(await textOf(await files.open(place.path))).toBe('abcdeabcde');
    await files.close();
  });
});

/** @returns the processes of helpers that this one has started, the oldest first */
function helperProcesses(): number[] {
  const started = readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      // The name of a program is in parentheses, and may have spaces.
      const parent = Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
      return parent === process.pid && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('projectFiles.cjs');
    } catch {
      // It has ended meanwhile.
      return false;
    }
  });
  return started.map(Number).sort((a, b) => a - b);
}

function withScript(order: HelperOrder, script: string | undefined): HelperOrder {
  return script === undefined ? order : { ...order, args: ['--eval', script] };
}

/** @returns project files by a helper that has been taken over: it gives these answers, each among garbage. */
function answering(answers: Record<string, unknown>): ProjectFiles {
  const script = `const fs = require('node:fs');
const answers = ${JSON.stringify(answers)};
const say = (text) => fs.writeSync(3, text + '\\n');
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, operation } = JSON.parse(line);
  for (const each of ['', 'garbage', '{', '[]', 'null', '[['.repeat(100000), '{"id":"1"}', '{"id":' + id + ',"error":1}']) say(each);
  say(JSON.stringify({ id: id + 1, result: 'folder' }));
  say(JSON.stringify({ id: -1, result: 'folder' }));
  say(JSON.stringify({ id, ...answers[operation] }));
  say(JSON.stringify({ id, result: 'folder' }));
});`;
  const helper = put('helper.cjs', script);
  return projectFilesBy((order) => startHelper({ ...order, args: [helper] }));
}
