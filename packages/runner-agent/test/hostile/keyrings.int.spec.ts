import { execFileSync } from 'node:child_process';
import { adapterOf, hostileWays, openHostileBench } from './hostileBench.ts';

/** Python of the system calls that have no command in most systems, by the numbers of x86-64. */
const addKey = `python3 -c "
import ctypes
done = ctypes.CDLL(None, use_errno=True).syscall(248, b'user', b'assay-test', b'x', 1, -3)
print('key', 'added' if done > 0 else 'refused')"`;
const canAdd =
  process.arch === 'x64' && /key added/.test(execFileSync('/bin/sh', ['-c', addKey], { encoding: 'utf8' }));

const [bubblewrap] = hostileWays.filter(([way]) => way === 'bubblewrap');
const usable = canAdd && bubblewrap?.[1] === true;

describe('tests in bubblewrap', () => {
  const bench = openHostileBench('bubblewrap', usable);
  (usable ? it : it.skip)(
    "reach no keyring, which they would share with the agent's session (needs bubblewrap, x86-64)",
    async () => {
      const attack = bench().attack(adapterOf('PyTest'), () => ({ attack: addKey }));
      const { finals } = await attack.outcome;
      expect(finals.get('test_attacks')?.output).toContain('key refused');
      expect(attack.findings()).toEqual([]);
    },
  );
});
