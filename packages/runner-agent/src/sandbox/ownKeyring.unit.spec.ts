import { spawnSync } from 'node:child_process';
import { findCommand } from '../process/findCommand.ts';
import { withOwnKeyring } from './ownKeyring.ts';

const keyctl = findCommand(process.env, ['keyctl']);
const search = ['/bin/sh', '-c', 'keyctl search @s user assay-test >/dev/null 2>&1 && echo found || echo missing'];

/** Runs a command in a session whose keyring has a key. */
function inSession(command: readonly string[]) {
  const withKey = 'keyctl add user assay-test secret @s >/dev/null && exec "$@"';
  const { stdout, stderr } = spawnSync('keyctl', ['session', '-', '/bin/sh', '-c', withKey, 'sh', ...command], {
    encoding: 'utf8',
  });
  return { found: stdout.trim(), said: stderr.replace(/^Joined session keyring: \d+\n/, '') };
}

const usable = keyctl !== null && inSession(search).found === 'found';

(usable ? describe : describe.skip)('a keyring of its own (needs keyutils)', () => {
  it('has no key of the session that starts it, and says nothing of itself', () => {
    expect(inSession([...withOwnKeyring(keyctl), ...search])).toEqual({ found: 'missing', said: '' });
  });

  it('leaves a program its output, its error output and its arguments', () => {
    const program = ['/bin/sh', '-c', 'echo "out $1"; echo "err $2" >&2', 'sh', "it's", '$HOME'];
    expect(inSession([...withOwnKeyring(keyctl), ...program])).toEqual({ found: "out it's", said: 'err $HOME\n' });
  });
});

describe('without keyctl', () => {
  it('nothing is started before a program', () => {
    expect(withOwnKeyring(null)).toEqual([]);
  });
});
