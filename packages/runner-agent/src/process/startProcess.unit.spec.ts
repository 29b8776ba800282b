import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { SecretMask } from '../masking/secretMask.ts';
import { describeExit } from './describeExit.ts';
import { type ProcessOrder, startProcess } from './startProcess.ts';

/** Prints without an end, and traps what would end it politely. */
const endless = `process.on('SIGTERM', () => process.exit(0));
const fs = require('node:fs');
setInterval(() => { for (const each of [1, 2, 3]) try { fs.writeSync(each, 'a line\\n'); } catch {} }, 1);`;

function order(own: Partial<ProcessOrder>): ProcessOrder {
  return {
    command: process.execPath,
    args: ['--eval', endless],
    directory: '/',
    environment: {},
    mask: new SecretMask([]),
    signal: new AbortController().signal,
    onOutput: () => undefined,
    ...own,
  };
}

describe('a process whose output cannot be handled', () => {
  const fail = () => {
    throw new RangeError('Invalid string length');
  };

  it.each(['onOutput', 'onChannelLine'] as const)('is ended, and says why: %s', async (callback) => {
    const end = await startProcess(order({ [callback]: fail })).ended;
    expect(end.exitCode).toBeNull();
    expect(describeExit(end)).toContain('Assay could not handle its output (Invalid string length)');
  });

  it('counts as failed, even if it has ended well meanwhile', async () => {
    const end = await startProcess(order({ args: ['--print', '1'], onOutput: fail })).ended;
    expect(end.exitCode).toBeNull();
    expect(describeExit(end)).toContain('Assay could not handle its output (Invalid string length)');
  });
});

(process.platform === 'linux' ? describe : describe.skip)('a process with instructions (needs Linux)', () => {
  const withInstructions = (instructions: (string | Buffer)[]) => (inner: ProcessOrder) => ({
    command: inner.command,
    args: inner.args ?? [],
    shell: false,
    environment: inner.environment,
    instructions,
  });
  /** Without those that were made in advance, which are open for both directions. */
  const openEnds = () =>
    readdirSync('/proc/self/fd').filter((each) => {
      try {
        const isPipe = readlinkSync(`/proc/self/fd/${each}`).includes('assay-pipes-');
        return isPipe && !/^flags:.*2$/m.test(readFileSync(`/proc/self/fdinfo/${each}`, 'utf8'));
      } catch {
        // That of the list itself.
        return false;
      }
    });

  async function run(script: string, instructions: (string | Buffer)[]) {
    const said = { output: '', lines: [] as string[] };
    const wanted = order({
      command: '/bin/sh',
      args: ['-c', script],
      environment: { PATH: process.env.PATH },
      hasInput: true,
      onOutput: (text) => {
        said.output += text;
      },
      onChannelLine: (line) => void said.lines.push(line),
    });
    const running = startProcess(wanted, withInstructions(instructions));
    running.input?.write('asked\n');
    return { ...(await running.ended), ...said };
  }

  it('has pipes, not sockets, over which it could send descriptors', async () => {
    const look = 'for each in 0 1 2 3 4 5; do [ -p /proc/self/fd/$each ] && echo pipe; done';
    expect(await run(look, ['one', 'two'])).toMatchObject({ exitCode: 0, output: 'pipe\n'.repeat(6) });
  });

  it('reads its instructions whole, and is heard', async () => {
    const script = 'cat <&4; wc -c <&5; read -r line; echo "$line"; echo heard >&3; exit 7';
    const end = await run(script, ['first\n', Buffer.alloc(300_000, 'a')]);
    expect(end).toMatchObject({ exitCode: 7, lines: ['heard'], output: 'first\n300000\nasked\n' });
  });

  it('leaves no descriptor open, whether or not it reads, or starts at all', async () => {
    const large = Buffer.alloc(300_000);
    for (const script of ['exit 0', 'exec 0<&- 4<&-; sleep 0.1', 'cat <&4 >/dev/null']) await run(script, [large]);
    const failed = startProcess(order({ command: '/nonexistent' }), withInstructions([large]));
    expect((await failed.ended).startError).toContain('ENOENT');
    await new Promise(setImmediate);
    expect(openEnds()).toEqual([]);
  });
});
