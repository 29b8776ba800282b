import { join } from 'node:path';
import type { ProjectId } from '@assay/contract';
import { adapterOf, attackAtOnce, attackByEach, hostileWays, openHostileBench } from './hostileBench.ts';

/** Files that the agent reads before any process of the project runs, by an adapter that reads them. */
const early = [
  ['CucumberJS', 'package.json', {}],
  ['CucumberJS', 'package-lock.json', { 'package.json': '{"name":"p"}' }],
  ['CucumberJS', 'yarn.lock', { 'package.json': '{"name":"p"}' }],
  [
    'CucumberJS',
    '.yarnrc.yml',
    { 'package.json': '{"name":"p","packageManager":"yarn@4.0.0"}', 'yarn.lock': '__metadata:\n' },
  ],
  ['CucumberJS', 'pnpm-workspace.yaml', { 'package.json': '{"name":"p"}', 'package-lock.json': '{}' }],
  ['PyTest', 'requirements.txt', {}],
  ['PyTest', 'requirements/base.txt', { 'requirements.txt': '-r requirements/base.txt\n' }],
  ['PyTest', 'uv.lock', {}],
  ['TestNG', 'pom.xml', {}],
  ['TestNG', 'testng.xml', {}],
  ['Cypress', 'cypress.config.js', {}],
  ['Cypress', 'e2e/attack.cy.js', {}],
  ['Cypress', 'package.json', {}],
  ['Playwright', 'playwright.config.ts', {}],
  ['WebDriverIO', 'wdio.conf.js', {}],
  ['NightWatch', 'nightwatch.conf.js', {}],
  ['NUnit', 'Shop.Tests.dll', {}],
  ['Other', 'package.json', {}],
] as const;

describe.each(hostileWays)('files that block their reader, isolated by %s', (...way) => {
  const [name, usable, needs] = way;
  const bench = openHostileBench(name, usable);
  const its = usable ? it : it.skip;
  const projectId = `pipes-${name}` as ProjectId;

  // A project's home folder outlives a run, so a link in a checkout can lead to what an earlier run has made.
  beforeAll(async () => {
    if (!usable) return;
    await bench().attack(adapterOf('Other'), () => ({ attack: 'mkfifo "$HOME/pipe"', run: { projectId } })).outcome;
  });

  attackByEach(bench, way, {
    title: 'a pipe in place of files, results and pictures ends like any other run',
    planOf: ({ readsLate }) => ({
      settings: {
        buildCommand: readsLate
          .map((file) => `mkdir -p "$(dirname ${file})" && rm -f ${file} && mkfifo ${file}`)
          .join(' && '),
      },
      attack: [
        'mkdir -p out && mkfifo out/pipe.xml shot.png',
        'echo "[[ATTACHMENT|shot.png]] shot.png"',
        'printf \'[{"path":"%s/shot.png","name":"shot.png","mediaType":null}]\' "$PWD" > files.json',
      ].join('\n'),
    }),
    check: async ({ outcome }) => {
      const artifacts = [...(await outcome).finals.values()].flatMap((test) => test.artifacts);
      expect(artifacts).toEqual([]);
    },
  });

  attackAtOnce(
    bench,
    way,
    'a link to a pipe does not hold a runner',
    early.map(([adapter, file, others]) => ({
      name: `${adapter}, ${file}`,
      adapter: adapterOf(adapter),
      planOf: () => ({
        files: { ...others, [file]: { link: join(bench().projectFolder(projectId), 'home', 'pipe') } },
        settings: { testRunTimeoutMinutes: 1, ...(adapter === 'TestNG' ? { installCommand: null } : {}) },
        run: { projectId },
      }),
    })),
  );

  attackAtOnce(
    bench,
    way,
    'a link to a device in place of package.json does not hold a runner',
    ['/dev/ptmx', '/dev/stdin', '/proc/self/fd/0', '/dev/tty', '/dev/zero'].map((device) => ({
      name: device,
      adapter: adapterOf('CucumberJS'),
      planOf: () => ({ files: { 'package.json': { link: device } } }),
    })),
  );

  its(`runners stay free for other accounts (needs ${needs})`, async () => {
    await bench().expectOthersToRun();
  });
});
