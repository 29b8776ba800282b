import { adapterOf, attackAtOnce, hostileWays, openHostileBench } from './hostileBench.ts';

const escapes = `\u001b${';#'.repeat(250_000)}`;
const junit = (text: string) =>
  `<testsuite><testcase classname="c" name="n"><failure>${text}</failure></testcase></testsuite>`;
const withTime = (time: string) => `<testsuite><testcase classname="c" name="attacks" time="${time}"/></testsuite>`;

/** Texts for which a pattern that backtracks takes minutes, where the agent itself reads them. */
const texts = [
  ['PyTest', 'requirements.txt', '\n'.repeat(2_000_000)],
  ['CucumberJS', '.yarnrc.yml', `yarnPath:${' '.repeat(100_000)}x`],
  ['CucumberJS', 'pnpm-workspace.yaml', `{${Array.from({ length: 12_500 }, (_, at) => `k${at.toString(36)}`).join()}}`],
  ['CucumberJS', 'package.json', JSON.stringify({ workspaces: [`${'/'.repeat(200_000)}x`, '!('.repeat(20_000)] })],
  ['Other', 'out/escapes.xml', junit(escapes.replaceAll('\u001b', '&#27;'))],
  ['Other', 'out/time.xml', withTime('1'.repeat(200_000))],
] as const;

/** The file is parsed for a package with dependencies below one with a lock file. */
const workspace = {
  'package.json': '{"name":"p"}',
  'package-lock.json': '{}',
  'e2e/package.json': '{"name":"e2e","dependencies":{"p":"file:.."}}',
};
const isWorkspace = (file: string) => file === 'pnpm-workspace.yaml';

describe.each(hostileWays)('texts that are slow to search, isolated by %s', (...way) => {
  const [name, usable, needs] = way;
  const bench = openHostileBench(name, usable);

  attackAtOnce(
    bench,
    way,
    'a text does not occupy the agent',
    texts.map(([adapter, file, content]) => ({
      name: `${adapter}, ${file}`,
      adapter: adapterOf(adapter),
      planOf: () => ({
        files: {
          ...(file === '.yarnrc.yml'
            ? { 'package.json': '{"name":"p","packageManager":"yarn@4.0.0"}', 'yarn.lock': '__metadata:\n' }
            : {}),
          ...(isWorkspace(file) ? workspace : {}),
          [file]: content,
        },
        // Result files count that the command has written.
        ...(file.startsWith('out/') ? { attack: `touch ${file}` } : {}),
        settings: { testRunTimeoutMinutes: 1, ...(isWorkspace(file) ? { workingDirectory: 'e2e' } : {}) },
      }),
    })),
  );

  (usable ? it : it.skip)(`runners stay free for other accounts (needs ${needs})`, async () => {
    await bench().expectOthersToRun();
  });
});
