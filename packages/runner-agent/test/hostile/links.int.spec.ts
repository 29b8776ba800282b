import { relative } from 'node:path';
import type { Planted } from './adapters.ts';
import type { Canary } from './canary.ts';
import { adapterOf, attackAtOnce, attackByEach, hostileWays, openHostileBench } from './hostileBench.ts';

/** Where a checkout is, relative to the folder of the bench. */
const inRepository = 'work/workspaces/run/repository';

/** @returns a link as an attacker writes it who knows the layout of the agent's folder, but not its place */
function relativeLink(canary: Canary, ...names: string[]): Planted {
  const bench = canary.path('..');
  return { link: relative(`${bench}/${inRepository}`, canary.path(...names)) };
}

const testng = adapterOf('TestNG');
const wrappers = [
  ['mvnw', 'pom.xml'],
  ['gradlew', 'build.gradle'],
] as const;
const targets: readonly (readonly [string, (canary: Canary) => Planted])[] = [
  ['a file by its absolute path', (canary) => ({ link: canary.path('mvnw') })],
  ['a file by a relative path', (canary) => relativeLink(canary, 'mvnw')],
  ['a file of the agent alone', (canary) => ({ link: canary.path('closed', 'secret.txt') })],
  ['a folder', (canary) => ({ link: canary.path('closed', 'folder') })],
];

describe.each(hostileWays)('links in a checkout, isolated by %s', (...way) => {
  const [name, usable, needs] = way;
  const bench = openHostileBench(name, usable);

  attackByEach(bench, way, {
    title: 'absolute links in place of the files that an adapter reads show nothing',
    planOf: ({ reads }, canary) => ({
      files: Object.fromEntries(reads.map((file) => [file, { link: canary.path('closed', 'secret.txt') }])),
    }),
  });

  attackByEach(bench, way, {
    title: 'relative links in place of the configuration of a framework show nothing',
    planOf: ({ reads }, canary) => ({
      files: Object.fromEntries(
        reads
          .filter((file) => !/lock|^package\.json$/.test(file))
          .map((file) => [file, { link: canary.path('closed', 'secret.txt') }]),
      ),
    }),
  });

  attackAtOnce(
    bench,
    way,
    'a build tool that is a link leaves the mode as it is',
    wrappers.flatMap(([wrapper, build]) =>
      targets.map(([target, linkTo]) => ({
        name: `${wrapper} to ${target}`,
        adapter: testng,
        planOf: (canary) => ({
          files: { [build]: '', [wrapper]: linkTo(canary) },
          settings: { installCommand: null },
        }),
      })),
    ),
    async ({ outcome }) => {
      expect((await outcome).problem).not.toBeNull();
    },
  );

  const its = usable && testng.usable ? it : it.skip;
  its.each([
    [
      'Maven',
      'pom.xml',
      'mvnw',
      'for each in "$@"; do case "$each" in -Dmdep.outputFile=*) file=$(echo "$each" | cut -d= -f2-);; esac; done',
    ],
    ['Gradle', 'build.gradle', 'gradlew', 'file="$ASSAY_CLASS_PATH_FILE"'],
  ])(
    `a link that %s leaves in place of the class path shows no file of the agent (needs ${needs})`,
    async (_, build, wrapper, find) => {
      const attack = bench().attack(testng, () => ({
        files: {
          [build]: '',
          [wrapper]: {
            script: `#!/bin/sh\n${find}\nln -s "$CANARY/closed/secret.txt" "$file"\nmkdir -p target/test-classes\n`,
          },
        },
        // A reporter that cannot be loaded quotes the class path as well.
        attack: 'echo "$CLASSPATH"',
        settings: { installCommand: null, configFile: null },
      }));
      await attack.outcome;
      expect(attack.findings()).toEqual([]);
    },
  );
});
