import { spawn } from 'node:child_process';
import { GitError, gitOutput } from './gitOutput.ts';

const limits = {
  silenceMs: 60_000,
  maxBytes: 100,
  tooMuch: () => new Error('too much'),
  signal: new AbortController().signal,
};

function outputOf(script: string, changed: Partial<typeof limits> = {}): Promise<string> {
  return gitOutput(spawn('/bin/sh', ['-c', script], { stdio: ['ignore', 'pipe', 'pipe'] }), { ...limits, ...changed });
}

(process.platform === 'win32' ? describe.skip : describe)('the output of git', () => {
  it('is its standard output', async () => {
    expect(await outputOf('echo "ä"; echo warning >&2')).toBe('ä\n');
  });

  it('is there for a command that finds nothing, which prints no error', async () => {
    expect(await outputOf('exit 1')).toBe('');
  });

  it.each([
    ['failed', 'echo "fatal: bad" >&2; exit 128', 'fatal: bad\n', 128],
    ['was killed', 'echo half; kill -9 $$', 'half\n', null],
    ['was killed before it printed anything', 'kill -9 $$', 'git was ended by SIGKILL', null],
  ])('is an error where it %s', async (_, script, message, code) => {
    const error = await outputOf(script).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(GitError);
    expect([error.message, error.code]).toEqual([message, code]);
  });

  it('is an error where git cannot be started', async () => {
    const child = spawn('/nowhere/git', [], { stdio: ['ignore', 'pipe', 'pipe'] });
    await expect(gitOutput(child, limits)).rejects.toThrow(GitError);
  });

  it('is an error where it is too long, or git is silent', async () => {
    await expect(outputOf('yes')).rejects.toThrow('too much');
    await expect(outputOf('exec sleep 600', { silenceMs: 1 })).rejects.toThrow('block timeout');
  });

  it.each(['before', 'after'])('is the reason of a signal that fires %s the start', async (when) => {
    const gone = new AbortController();
    if (when === 'before') gone.abort(new Error('gone'));
    const output = outputOf('exec sleep 600', { signal: gone.signal });
    gone.abort(new Error('gone'));
    await expect(output).rejects.toThrow('gone');
  });

  it('does not wait for programs that git leaves running with its error stream', async () => {
    expect(await outputOf('echo done; (exec sleep 60 >/dev/null) & exit 0')).toBe('done\n');
  });
});
