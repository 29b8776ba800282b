import { closeSync, openSync, readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { adapterOf, hostileWays, openHostileBench } from './hostileBench.ts';

/** Node closes those up to 16 itself, and what it has opened. */
const [leaked, alsoLeaked] = [24, 200];
const show = `
for each in /proc/$$/fd/*; do echo "descriptor \${each##*/} $(readlink "$each")"; done
grep -E '^(Cap|NoNewPrivs)' /proc/self/status
echo "first to end: $(cat /proc/self/oom_score_adj)"
echo 0 2>/dev/null > /proc/self/oom_score_adj
echo "after an attempt: $(cat /proc/self/oom_score_adj)"
for folder in /run /var/tmp /dev/shm; do stat --file-system --format "size of $folder: %b %S" "$folder"; done
for folder in / /dev; do if [ -w "$folder" ]; then echo "may write to $folder"; fi; done
`;
/** Of the machine's root, but for containers with fewer rights. */
const sysResource = 1n << 24n;
const capabilities = BigInt(
  `0x${/^CapEff:\s*([0-9a-f]+)$/m.exec(process.platform === 'linux' ? readFileSync('/proc/self/status', 'utf8') : '')?.[1] ?? 0}`,
);
const isPrivileged = (capabilities & sysResource) !== 0n;

describe.each([...hostileWays, ['none', true, 'nothing'] as const])(
  'rights of tests, isolated by %s',
  (name, usable, needs) => {
    const secret = openSync('/etc/hostname', 'r');
    afterAll(() => closeSync(secret));
    const gap = (from: number, to: number) => Array<'ignore'>(to - from).fill('ignore');
    const inherited = [...gap(3, leaked), secret, ...gap(leaked + 1, alsoLeaked), secret];
    const bench = openHostileBench(name, usable, {}, inherited);
    let said: { test: string[]; build: string[] } = { test: [], build: [] };
    beforeAll(async () => {
      if (!usable) return;
      const { order, outcome } = bench().attack(adapterOf('Other'), () => ({
        attack: show,
        settings: { buildCommand: 'sh attack.sh' },
      }));
      const { finals, problem, setupLog } = await outcome;
      expect({ problem, order: order.testRunId }).toEqual({ problem: null, order: order.testRunId });
      said = { test: finals.get('attacks')?.output?.split('\n') ?? [], build: setupLog.split('\n') };
    });
    const its = usable ? it : it.skip;
    const found = (lines: readonly string[], pattern: RegExp) =>
      lines.flatMap((line) => pattern.exec(line)?.slice(1).join(' ') ?? []);

    its(`no descriptor that the agent has inherited reaches a test or the set-up (needs ${needs})`, () => {
      for (const lines of [said.test, said.build]) {
        const open = found(lines, /descriptor (\d+) (.*)/).filter((each) => !each.endsWith('attack.sh'));
        expect(open.map((each) => Number.parseInt(each, 10))).toEqual(expect.arrayContaining([0, 1, 2]));
        expect(open.filter((each) => Number.parseInt(each, 10) > 3)).toEqual([]);
      }
    });

    if (name === 'none') return;

    its(`no program gives a test more rights (needs ${needs})`, () => {
      for (const lines of [said.test, said.build]) {
        expect(found(lines, /(NoNewPrivs):\s*(\d)/)).toEqual(['NoNewPrivs 1']);
        expect(found(lines, /(Cap(?:Inh|Prm|Eff|Bnd|Amb)):\s*(\w+)/)).toEqual(
          ['Inh', 'Prm', 'Eff', 'Bnd', 'Amb'].map((set) => `Cap${set} ${'0'.repeat(16)}`),
        );
      }
    });

    its(`tests end first where memory runs out (needs ${needs})`, () => {
      for (const lines of [said.test, said.build]) expect(found(lines, /first to end: (.*)/)).toEqual(['500']);
    });

    (usable && isPrivileged ? it : it.skip)(
      `tests cannot make others end first (needs ${needs}, and CAP_SYS_RESOURCE)`,
      () => {
        for (const lines of [said.test, said.build]) expect(found(lines, /after an attempt: (.*)/)).toEqual(['500']);
      },
    );

    if (name !== 'bubblewrap') return;

    its(`memory that is a folder is limited (needs ${needs})`, () => {
      const half = totalmem() / 2;
      for (const lines of [said.test, said.build]) {
        const sizes = found(lines, /size of \S+ (\d+ \d+)/).map((each) => each.split(' ').map(Number));
        expect(sizes).toHaveLength(3);
        // Half of the memory each is the default.
        for (const [blocks = 0, bytes = 0] of sizes) expect(blocks * bytes).toBeLessThan(half * 0.6);
        expect(found(lines, /(may write to .*)/)).toEqual([]);
      }
    });
  },
);
