import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { commandLinesWith } from '../../../../test/support/commandLines.ts';
import { canMount } from '../../../../test/support/smallDisk.ts';
import type { Planted } from './adapters.ts';
import { adapterOf, attackAtOnce, attackByEach, hostileWays, openHostileBench, type Plan } from './hostileBench.ts';

const programs = [
  'setpriv',
  'prlimit',
  'bwrap',
  'sh',
  'bash',
  'env',
  'node',
  'python3',
  'python',
  'git',
  'chown',
  'chmod',
  'mkdir',
  'rm',
  'mv',
  'tar',
  'kill',
  'java',
  'javac',
  'dotnet',
  'npm',
];

/** Programs of the project that take note of the rights with which they run, and then act as the machine's. */
const planted: Record<string, Planted> = Object.fromEntries(
  programs.map((name) => [
    `node_modules/.bin/${name}`,
    {
      script: `#!/bin/sh
[ "$(/usr/bin/id -u)" = 0 ] && echo ${name} >> "$HOME/as-root"
( : > "$CANARY/closed/${name}" ) 2>/dev/null
for folder in /usr/local/bin /usr/bin /bin /usr/sbin /sbin "$TOOLS"; do [ -x "$folder/${name}" ] && exec "$folder/${name}" "$@"; done
exit 127
`,
    },
  ]),
);

/** Leaves the tree of its parents, its group, its session and its environment. */
const daemon = (mark: string) => `
(env -i /usr/bin/setsid --fork /bin/sleep ${mark} < /dev/null > /dev/null 2>&1 3>&- &)
until cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' ' ' | grep -q 'sleep ${mark}'; do :; done
echo 'the daemon is alive'
`;

const oddValues = {
  NEWLINE: 'a\n--bind\n/\n/\nb',
  QUOTES: `'"\`$(id)\\ "' ; id`,
  DASH: '--dev-bind / /',
  UNICODE: 'größe \u{1f4a3}',
  EMPTY: '',
  UID: '0',
  PATH_OF_ALL: '../../..',
  LD_PRELOAD: './nowhere.so',
  BASH_ENV: 'attack.sh',
  ENV: 'attack.sh',
};
const showVariables = `node -e '
const names = ${JSON.stringify(Object.keys(oddValues)).replaceAll("'", '')};
console.log("variables " + JSON.stringify(Object.fromEntries(names.map((name) => [name, process.env[name]]))));
console.log("canary " + require("node:fs").existsSync(process.env.CANARY));
'`;
/** No process can have it: what begins behind it must not begin another variable, option or argument. */
const zeroBytes: readonly (readonly [string, Plan])[] = [
  ['a value', { variables: { ZERO: 'a\0--bind\0/\0/\0LD_PRELOAD=/tmp/x' } }],
  ['a file variable', { run: { variables: [{ key: 'ZERO', value: 'a\0b', encrypted: false, file: true }] } }],
];
const oddFolders = ['-rf', '--help', '--', 'a b', `q'"$(id)`, '$(touch here)', '%s*?[a]'];

describe.each(hostileWays)('processes of tests, isolated by %s', (...way) => {
  const [name, usable, needs] = way;
  const bench = openHostileBench(name, usable);
  const its = usable ? it : it.skip;
  const marks = new Map<string, string>();

  attackByEach(bench, way, {
    title: 'a daemon without a tie to its run ends with the run',
    planOf: (adapter) => {
      const mark = `86400.${randomInt(1e9, 1e10)}`;
      marks.set(adapter.name, mark);
      return { attack: daemon(mark) };
    },
    check: async ({ order, outcome }, hostile, adapter) => {
      const [test] = [...(await outcome).finals.values()];
      expect(test?.output).toContain('the daemon is alive');
      await hostile.untilRemoved(order);
      expect(commandLinesWith(marks.get(adapter) ?? '')).toEqual([]);
    },
  });

  attackByEach(bench, way, {
    title: 'programs in node_modules/.bin run with the rights of the tests alone',
    planOf: () => ({ files: planted, variables: { TOOLS: join(bench().bench.folder, 'tools') } }),
    check: async ({ order, outcome }) => {
      await outcome;
      expect(existsSync(join(bench().projectFolder(order.projectId), 'home', 'as-root'))).toBe(false);
    },
  });

  its(`odd values of variables reach the tests unchanged and open nothing (needs ${needs})`, async () => {
    const started = bench().attack(adapterOf('Playwright'), () => ({ attack: showVariables, variables: oddValues }));
    const { finals, problem } = await started.outcome;
    expect(problem).toBeNull();
    const lines = finals.get('attacks')?.output?.split('\n') ?? [];
    const shown: unknown = JSON.parse(
      lines.find((line) => line.startsWith('variables '))?.slice('variables '.length) ?? 'null',
    );
    expect(shown).toEqual(oddValues);
    expect(lines).toContain(`canary ${name === 'user' && !canMount}`);
    expect(started.findings()).toEqual([]);
  });

  attackAtOnce(
    bench,
    way,
    'a zero byte opens nothing, and ends no agent',
    zeroBytes.map(([place, plan]) => ({
      name: `in ${place}`,
      adapter: adapterOf('Other'),
      planOf: () => ({ attack: showVariables, ...plan }),
    })),
    async ({ outcome }, hostile) => {
      const { problem, statuses, finals } = await outcome;
      // It is refused, or left out.
      expect(problem === null ? statuses : { attacks: 'PASS' }).toEqual({ attacks: 'PASS' });
      for (const { output } of finals.values()) expect(output).not.toContain('"LD_PRELOAD":"/tmp/x"');
      expect(hostile.isUp).toBe(true);
    },
  );

  const { files } = adapterOf('Other');
  attackAtOnce(
    bench,
    way,
    'a working directory is a folder like any other',
    oddFolders.map((folder) => ({
      name: JSON.stringify(folder),
      adapter: adapterOf('Other'),
      planOf: () => ({
        files: Object.fromEntries(
          Object.entries({ ...files, 'attack.sh': 'pwd\n' }).map(([file, content]) => [`${folder}/${file}`, content]),
        ),
        settings: { workingDirectory: folder },
      }),
    })),
    async ({ outcome }) => {
      const { statuses, problem } = await outcome;
      expect({ statuses, problem }).toEqual({ statuses: { attacks: 'PASS' }, problem: null });
    },
  );

  its(`runners stay free for other accounts (needs ${needs})`, () => bench().expectOthersToRun());
});
