import { relative } from 'node:path';
import { adapterOf, attackAtOnce, attackByEach, type Check, hostileWays, openHostileBench } from './hostileBench.ts';

const ownFile = 'own.txt';
/** Names of files that are not the test's own, made by the script below. */
const claimed = [
  'absolute.txt',
  'relative.txt',
  'open.txt',
  'hard.txt',
  'root.txt',
  'environ.txt',
  'self.txt',
  'folder.png',
  'linked-folder/secret.txt',
  'file://$CANARY/closed/secret.txt',
  '$CANARY/closed/secret.txt',
  '$CANARY/open.txt',
  '/proc/$AGENT_PID/environ',
  '/proc/self/root$CANARY/open.txt',
  '../../../agent-id',
];

const claimFiles = `
ln -s "$CANARY/closed/secret.txt" absolute.txt
ln -s "../../../../$(basename "$CANARY")/closed/secret.txt" relative.txt
ln -s "$CANARY/open.txt" open.txt
ln "$CANARY/open.txt" hard.txt 2>/dev/null
ln -s "/proc/self/root$CANARY/closed/secret.txt" root.txt
ln -s "/proc/$AGENT_PID/environ" environ.txt
ln -s /proc/self/environ self.txt
ln -s "$CANARY/closed" linked-folder
mkdir folder.png
echo mine > ${ownFile}
{
${[...claimed, ownFile].map((name) => `echo "${name}"`).join('\n')}
} > names.txt
sed 's/.*/[[ATTACHMENT|&]]/' names.txt
node -e '
const names = require("node:fs").readFileSync("names.txt", "utf8").trim().split("\\n");
const files = names.map((name) => ({ path: require("node:path").resolve(name), name, mediaType: "text/plain" }));
require("node:fs").writeFileSync("files.json", JSON.stringify(files));
'
`;

const nameFrames = `
ln -s "$CANARY/closed/secret.js" closed.js
ln -s "$CANARY/open.txt" open.js
ln -s "$CANARY" elsewhere
printf 'own line\\n' > own.js
cat > stack.txt <<END
Error: attacked
    at a (closed.js:2:1)
    at b ($PWD/open.js:1:1)
    at c (elsewhere/closed/secret.js:2:1)
    at d ($CANARY/closed/secret.js:2:1)
    at e (file://$CANARY/open.cy.js:1:1)
    at f ($PWD/../../../../$(basename "$CANARY")/open.cy.js:1:1)
    at g (../../../../$(basename "$CANARY")/closed/secret.js:1:1)
    at h (/proc/self/root$CANARY/closed/secret.js:1:1)
  File "$CANARY/closed/secret.js", line 2
    at own ($PWD/own.js:1:1)
END
`;

/** The process stays in the folder that it has moved, and everything below the old path is the canary's. */
const replaceCheckout = `
printf 'Error: attacked\\n    at a (open.cy.js:1:1)\\n    at b (%s/open.cy.js:1:1)\\n' "$PWD" > stack.txt
echo '[[ATTACHMENT|open.txt]]'
cd .. && mv repository gone && ln -s "$CANARY" repository
`;

const other = adapterOf('Other');
/** What a command does with the folders that its results are expected in. */
const replacements = [
  [
    'the working directory, by a folder that all may read',
    'cd .. && mv repository gone && ln -s "$CANARY" repository && cd gone',
  ],
  ['the working directory', 'cd .. && mv repository gone && ln -s "$CANARY/closed" repository && cd gone'],
  ['the folder of results', 'rm -rf out && ln -s "$CANARY/closed" out'],
  [
    'a result file',
    'ln -s "$CANARY/closed/results.xml" results.xml; mkdir -p out; ln -s "$CANARY/results.xml" out/open.xml',
  ],
  ['a result file by a hard link', 'ln "$CANARY/results.xml" results.xml 2>/dev/null'],
  [
    'the folder of results, again and again',
    'mkdir -p real; for turn in $(seq 200); do mv -T out real-out 2>/dev/null; ln -sfn "$CANARY/closed" out; rm -f out; mv -T real-out out 2>/dev/null; done; mkdir -p out',
  ],
] as const;

const settings = { resultFiles: ['*.xml', 'out/*.xml'] };
const expectOwnResults: Check = async ({ outcome }) => {
  const { statuses } = await outcome;
  expect(Object.keys(statuses).filter((test) => test !== 'attacks')).toEqual([]);
};

const patterns = (folder: string): string[] => {
  const up = `../../../../${relative(`${folder}/..`, folder)}`;
  return [
    `${up}/*.xml`,
    `${up}/closed/*.xml`,
    `${folder}/*.xml`,
    `${folder}/**/*.xml`,
    `out/../${up}/**/*.xml`,
    `{${up},out}/*.xml`,
    `**/../${up}/*.xml`,
  ];
};

describe.each(hostileWays)('what tests claim as theirs, isolated by %s', (...way) => {
  const [name, usable, needs] = way;
  const bench = openHostileBench(name, usable);
  const its = usable ? it : it.skip;

  attackByEach(bench, way, {
    title: 'links, hard links, folders and paths of processes are not attachments',
    planOf: () => ({ attack: claimFiles, settings: { screenshotNamesInOutput: true } }),
    check: async ({ outcome }) => {
      const [test] = [...(await outcome).finals.values()];
      expect(test?.status).toBe('PASS');
      // The same file may be claimed twice: in the output, and by the framework.
      expect([...new Set(test?.artifacts.map((artifact) => artifact.name))]).toEqual([ownFile]);
    },
  });

  attackByEach(bench, way, {
    title: 'stack traces show code of the checkout alone',
    planOf: () => ({ attack: nameFrames }),
    check: async ({ outcome }) => {
      const [test] = [...(await outcome).finals.values()];
      expect(test?.status).toBe('FAIL');
      expect(test?.codeFrames?.filter(({ file }) => !/AttackTest|test_attack|steps|cjs/.test(file))).toMatchObject([
        { file: 'own.js', lines: ['own line', ''] },
      ]);
    },
  });

  attackByEach(bench, way, {
    title: 'a link in place of the checkout shows neither code nor attachments of elsewhere',
    planOf: () => ({ attack: replaceCheckout }),
    check: async ({ outcome }) => {
      const [test] = [...(await outcome).finals.values()];
      expect(test?.artifacts ?? []).toEqual([]);
    },
  });

  attackAtOnce(
    bench,
    way,
    'a link brings no results of elsewhere in place of',
    replacements.map(([target, attack]) => ({ name: target, adapter: other, planOf: () => ({ attack, settings }) })),
    expectOwnResults,
  );

  // The folder of the checkout itself may belong to another user than its content.
  attackAtOnce(
    bench,
    way,
    'a link brings no results of elsewhere in place of a working directory in the checkout',
    ['closed', '.'].map((folder) => ({
      name: folder === '.' ? 'by a folder that all may read' : 'by a folder of the agent alone',
      adapter: other,
      planOf: () => ({
        files: {
          ...Object.fromEntries(Object.entries(other.files).map(([file, content]) => [`e2e/${file}`, content])),
          'e2e/attack.sh': `cd .. && mv e2e gone && ln -s "$CANARY/${folder}" e2e\n`,
        },
        settings: { ...settings, workingDirectory: 'e2e' },
      }),
    })),
    expectOwnResults,
  );

  its(`patterns of result files do not lead out of the working directory (needs ${needs})`, async () => {
    const started = bench().attack(other, (canary) => ({
      settings: { resultFiles: [...patterns(canary.folder), 'out/*.xml'] },
    }));
    expect((await started.outcome).statuses).toEqual({ attacks: 'PASS' });
    expect(started.findings()).toEqual([]);
  });

  its.each(['specPattern', 'integrationFolder', 'excludeSpecPattern'])(
    `the %s of Cypress lists no files of elsewhere (needs ${needs})`,
    async (setting) => {
      const started = bench().attack(adapterOf('Cypress'), (canary) => {
        const named = patterns(canary.folder).map((pattern) => pattern.replaceAll('.xml', '.js'));
        const asJson = JSON.stringify({
          [setting]: setting === 'integrationFolder' ? canary.folder : named,
          testFiles: '**/*.js',
        });
        const asCode = `module.exports = { e2e: { ${setting}: ${JSON.stringify(named)}, other: ['e2e/**/*.cy.js'] } };`;
        const isOld = setting === 'integrationFolder';
        return {
          files: { 'cypress.config.js': asCode, ...(isOld ? { 'cypress.json': asJson } : {}) },
          settings: { testingFrameworkVersion: isOld ? '9.7' : '14.0' },
        };
      });
      const { tests } = await started.outcome;
      expect(tests.filter(({ file }) => file.includes('..'))).toEqual([]);
      expect(started.findings()).toEqual([]);
    },
  );

  its(`workspaces of a package.json are not searched outside of the checkout (needs ${needs})`, async () => {
    const started = bench().attack(adapterOf('CucumberJS'), ({ folder }) => ({
      files: {
        'package.json': JSON.stringify({
          workspaces: ['/**', `${folder}/**`, `../../../../${relative(`${folder}/..`, folder)}/**`, '../**'],
        }),
        'package-lock.json': '{"lockfileVersion":3,"packages":{}}',
        'pnpm-workspace.yaml': `packages: ["${folder}/*", "/*"]\n`,
        'e2e/package.json': '{"name":"e2e","dependencies":{"e2e":"1"}}',
        'e2e/features/attack.feature': 'Feature: none\n',
      },
      settings: { workingDirectory: 'e2e', installCommand: null },
      variables: { npm_config_offline: 'true' },
    }));
    await started.outcome;
    expect(started.findings()).toEqual([]);
  });

  its(`runners stay free for other accounts (needs ${needs})`, () => bench().expectOthersToRun());
});
