import { adapterOf, attackAtOnce, hostileWays, openHostileBench } from './hostileBench.ts';

const escapes = `\u001b${';#'.repeat(250_000)}`;
const junit = (text: string) =>
  `<testsuite><testcase classname="c" name="n"><failure>${text}</failure></testcase></testsuite>`;
const withTime = (time: string) => `<testsuite><testcase classname="c" name="attacks" time="${time}"/></testsuite>`;

/** Texts for which a pattern that backtracks takes minutes, where the agent itself reads them. */
const texts = [
  ['PyTest', 'requirements.txt', '\n'.repeat(2_000_000)],
  ['CucumberJS', '.yarnrc.yml', `yarnPath:${' '.repeat(100_000)}x`],
  ['CucumberJS', 'pnpm-workspace.yaml', `packages: ["${'\\x'.repeat(200_000)}"]`],
  ['CucumberJS', 'package.json', JSON.stringify({ workspaces: [`${'/'.repeat(200_000)}x`, '!('.repeat(20_000)] })],
  ['Other', 'out/escapes.xml', junit(escapes.replaceAll('\u001b', '&#27;'))],
  ['Other', 'out/time.xml', withTime('1'.repeat(200_000))],
] as const;

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
          ...(file === 'pnpm-workspace.yaml' ? { 'package.json': '{"name":"p"}', 'package-lock.json': '{}' } : {}),
          [file]: content,
        },
        // Result files count that the command has written.
        ...(file.startsWith('out/') ? { attack: `touch ${file}` } : {}),
        settings: { testRunTimeoutMinutes: 1 },
      }),
    })),
  );

  (usable ? it : it.skip)(`runners stay free for other accounts (needs ${needs})`, async () => {
    await bench().expectOthersToRun();
  });
});
