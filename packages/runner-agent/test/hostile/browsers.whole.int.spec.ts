import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Planted } from './adapters.ts';
import type { Canary } from './canary.ts';
import { adapterOf, attackAtOnce, attackByEach, hostileWays, openHostileBench, type Plan } from './hostileBench.ts';

const playwright = adapterOf('Playwright');

/** A fixture of playwright-core that takes note of the rights with which it is loaded, and names any path. */
function coreThatAnswers(expression: string, before = ''): Record<string, Planted> {
  return {
    'node_modules/playwright-core/package.json': '{"name":"playwright-core","version":"1.60.0","main":"index.js"}',
    'node_modules/playwright-core/browsers.json': '{"browsers":[{"name":"ffmpeg","revision":"1011"}]}',
    'node_modules/playwright-core/index.js': `const fs = require('node:fs');
const path = require('node:path');
const { CANARY, HOME, ASSAY_AGENT_TOKEN, PLAYWRIGHT_BROWSERS_PATH: root } = process.env;
try { fs.writeFileSync(path.join(CANARY, 'closed', 'loaded'), ''); } catch {}
if (process.getuid() === 0 || ASSAY_AGENT_TOKEN) fs.writeFileSync(path.join(HOME, 'as-agent'), '');
${before}
exports.chromium = { executablePath: () => ${expression}, launch: async () => { throw new Error('not today'); } };
`,
  };
}

/** @returns the answer that leads from the folder of browsers, wherever that is, to the canary */
const answers: readonly (readonly [string, (canary: Canary, agentFolder: string) => string])[] = [
  [
    'a relative path to a folder of the agent',
    (canary, folder) =>
      `path.join(root, ${JSON.stringify(relative(join(folder, 'playwright-browsers'), canary.path('closed', 'browser')))})`,
  ],
  [
    'a relative path out of the run',
    (canary) =>
      `path.join(root, ${JSON.stringify(`../../../../../${relative(canary.path('..'), canary.path('browser'))}`)})`,
  ],
  ['an absolute path', (canary) => JSON.stringify(canary.path('closed', 'browser'))],
  ['the folder itself', () => 'root'],
  ['a path with a newline', () => "path.join(root, 'a\\nb/chrome')"],
  ['a path with a quote', () => `path.join(root, "a'b/$(id)")`],
  ['a path of a megabyte', () => "path.join(root, 'a'.repeat(1e6))"],
  ['a number', () => '7'],
];

const show = `
echo "folder $PLAYWRIGHT_BROWSERS_PATH"
cat "$PLAYWRIGHT_BROWSERS_PATH"/chromium-1/chrome 2>/dev/null
`;

describe.each(hostileWays)('the browsers of a project, isolated by %s', (...way) => {
  const [name, usable, needs] = way;
  const bench = openHostileBench(name, usable);
  const its = usable ? it : it.skip;

  const runWith = async (files: Record<string, Planted>, plan: Plan = {}) => {
    const started = bench().attack(playwright, () => ({
      attack: show,
      ...plan,
      files,
      variables: { ASSAY_CHROMIUM: '/bin/true', ...plan.variables },
    }));
    const { finals, problem } = await started.outcome;
    return { ...started, problem, output: finals.get('attacks')?.output ?? '' };
  };

  attackAtOnce(
    bench,
    way,
    'the place of a browser becomes no path of the agent',
    answers.map(([kind, answer]) => ({
      name: kind,
      adapter: playwright,
      planOf: (canary: Canary) => ({
        files: coreThatAnswers(answer(canary, bench().bench.workDir)),
        attack: show,
        variables: { ASSAY_CHROMIUM: '/bin/true' },
      }),
    })),
    async ({ order, outcome }, hostile) => {
      expect((await outcome).problem).toBeNull();
      expect(existsSync(join(hostile.projectFolder(order.projectId), 'home', 'as-agent'))).toBe(false);
      expect(readdirSync(hostile.bench.workDir)).not.toContain('playwright-browsers');
    },
  );

  its(`an endless answer about browsers is cut (needs ${needs})`, async () => {
    const flood = "for (let at = 0; at < 400; at += 1) fs.writeSync(1, 'x'.repeat(65536));";
    const { problem, findings } = await runWith(coreThatAnswers("path.join(root, 'chromium-1/chrome')", flood));
    expect(problem).toBeNull();
    expect(bench().mostMemory).toBeLessThan(600);
    expect(findings()).toEqual([]);
  });

  its(`a browser that one account names is not the one of another (needs ${needs})`, async () => {
    const files = coreThatAnswers("path.join(root, 'chromium-1/chrome')");
    const first = await runWith(files, { variables: { ASSAY_CHROMIUM: '/tmp/evil-browser' } });
    expect(first.output).toContain('/tmp/evil-browser');
    const second = await runWith(files);
    expect(second.output).toContain('/bin/true');
    expect(second.output).not.toContain('evil-browser');
    const folders = [first, second].map(({ output }) => /^folder (.+)$/m.exec(output)?.[1]);
    expect(new Set(folders).size).toBe(2);
    expect([...first.findings(), ...second.findings()]).toEqual([]);
  });

  // Whatever framework a project has, its playwright-core is its own.
  attackByEach(bench, way, {
    title: 'a playwright-core in node_modules is never loaded with the rights of the agent',
    planOf: () => ({
      files: coreThatAnswers("path.join(root, 'chromium-1/chrome')"),
      variables: { ASSAY_CHROMIUM: '/bin/true' },
    }),
    check: async ({ order, outcome }) => {
      await outcome;
      expect(existsSync(join(bench().projectFolder(order.projectId), 'home', 'as-agent'))).toBe(false);
    },
  });
});
