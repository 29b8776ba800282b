import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findChromeDriver } from '../src/browser/findChromeDriver.ts';
import { findCommand } from '../src/process/findCommand.ts';
import { openBench } from './agentBench.ts';
import { allPass, literalNames, statusesOf } from './literalPaths.ts';
import { findOnMachine } from './machineFiles.ts';
import { installOnDemand, useModules } from './onDemandFramework.ts';
import { installWdio } from './wdioRuns.ts';

const nightwatch =
  (await findChromeDriver(process.env, { find: findOnMachine, isolated: false, inContainer: false })) === null
    ? null
    : await installOnDemand('nightwatch', { nightwatch: '3.16.0' });

const wdio = await installWdio();

const jars = ['testng', 'jcommander', 'slf4j-api'].map((name) => `/usr/share/java/${name}.jar`);
const hasTestNg = jars.every((jar) => existsSync(jar)) && findCommand(process.env, ['javac']) !== null;

/** Arguments of a test, which its name contains. */
const literalArguments = [
  '[id]',
  '(auth)',
  '{a,b}',
  '!first',
  'what?',
  'all*',
  '**/four',
  'p+q @#% ~',
  '-dash',
  '$HOME',
  "it's",
  'a\\b',
];

describe('paths and names of tests', () => {
  const bench = openBench();
  const path = process.env.PATH;
  afterEach(() => {
    process.env.PATH = path;
  });

  (nightwatch ? it : it.skip)(
    'are data to NightWatch (needs chromium, chromedriver and the npm registry)',
    async () => {
      const specs = literalNames.map((name) => `specs/${name}.js`);
      const contents = specs.map((file) => [file, `it(${JSON.stringify(`of ${file}`)}, () => {});\n`]);
      const config = `module.exports = {
      src_folders: ['specs'],
      webdriver: { start_process: true, port: 9515 },
      test_settings: { default: { desiredCapabilities: { browserName: 'chrome' } } },
    };`;
      const files = { ...Object.fromEntries(contents), 'nightwatch.conf.js': config };
      const settings = { installCommand: useModules(nightwatch ?? '') };
      expect(await statusesOf(bench, 'NightWatch', files, settings)).toEqual(allPass(specs));
    },
  );

  (wdio ? it : it.skip)('are data to WebDriverIO (needs chromium, chromedriver and the npm registry)', async () => {
    // Each file is given a browser of its own: few files, with all of the characters.
    const names = ['[id] (auth)/one', '{a,b}/what?', '**/all*', '!p+q @#% ~', '-dash', '$HOME'];
    const specs = names.map((name) => `specs/${name}.js`);
    const contents = specs.map((file) => [file, `it(${JSON.stringify(`of ${file}`)}, () => {});\n`]);
    const config = `export const config = {
      runner: 'local', specs: ['./specs/**/*.js'], framework: 'mocha', capabilities: [{ browserName: 'chrome' }],
    };`;
    const files = { ...Object.fromEntries(contents), 'wdio.conf.mjs': config, 'package.json': '{"type":"module"}' };
    const settings = { installCommand: useModules(wdio ?? '') };
    expect(await statusesOf(bench, 'WebDriverIO', files, settings)).toEqual(allPass(specs));
  });

  (hasTestNg ? it : it.skip)('are data to TestNG (needs a JDK and the jars of libtestng7-java)', async () => {
    const rows = literalArguments.map((text) => `{${JSON.stringify(text)}}`).join(', ');
    const source = (name: string) => `package shop.$all;
      import org.testng.annotations.*;
      public class ${name} {
        @DataProvider Object[][] rows() { return new Object[][] {${rows}}; }
        @Test(dataProvider = "rows") public void has(String what) {}
        @Test public void $is_a() {}
        public static class Inner { @Test public void nested() {} }
      }`;
    const names = ['Cash$Test', '$First', '_Größe'];
    const sources = Object.fromEntries(names.map((name) => [`src/[id] (a)/-x #%+@!~/${name}.java`, source(name)]));
    const classes = names.flatMap((name) => [name, `${name}$Inner`]).map((name) => `<class name="shop.$all.${name}"/>`);
    const suite = `<suite name="All"><test name="{a,b} [c] *"><classes>${classes.join('')}</classes></test></suite>`;
    const suiteFile = 'suites/[id] (auth)/-p+q @#% ~!{a,b}?*.xml';
    const compile = `javac -encoding UTF-8 -cp ${jars[0]} -d classes 'src/[id] (a)/-x #%+@!~/'*.java`;
    const expected = Object.fromEntries(
      names.flatMap((name) => [
        ...[...literalArguments.map((text) => `has(${text})`), '$is_a'].map((test) => [`${name} › ${test}`, 'PASS']),
        [`${name}$Inner › nested`, 'PASS'],
      ]),
    );
    const project = { testingFramework: 'TestNG' as const, installCommand: compile, configFile: suiteFile };
    const gitUrl = bench.repository({ ...sources, [suiteFile]: suite });
    const { statuses, problem } = await bench.outcomeOf(bench.order({ gitUrl, ...project }));
    expect(problem).toBeNull();
    expect(statuses).toEqual(expected);
  });

  it('are data to NUnit (against a fake of the command line of .NET)', async () => {
    const tools = join(bench.folder, 'tools');
    mkdirSync(tools);
    const names = literalArguments.map((text) => `Shop.Paths.Has(${JSON.stringify(text)})`);
    const dlls = ['-dash/Shop.Tests.dll', '@tag/[id] (auth)/p+q #% ~!{a,b}.dll', 'what?/all*/**/Shop.dll'];
    // As that command line does: options begin with a dash, files of further arguments with @.
    const fake = `#!/usr/bin/env node
const fs = require('node:fs');
const [command, first, ...args] = process.argv.slice(2);
if (/^[-@]/.test(first)) throw new Error('no file: ' + first);
if (!fs.existsSync(first)) throw new Error('There is no ' + first);
if (command === 'build') {
  for (const dll of ${JSON.stringify(dlls)}) {
    fs.mkdirSync(require('node:path').dirname(dll), { recursive: true });
    fs.writeFileSync(dll, '');
  }
  process.exit(0);
}
const settings = fs.readFileSync(args[args.indexOf('--settings') + 1], 'utf8');
const where = (/<Where>(.*)<\\/Where>/.exec(settings) ?? ['', ''])[1].replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>');
const chosen = [...where.matchAll(/test == '((?:\\\\.|[^'\\\\])*)'/g)].map(([, name]) => name.replace(/\\\\(.)/g, '$1'));
const names = ${JSON.stringify(names)};
const isListing = args.includes('--list-tests');
if (isListing) console.log('The following Tests are available:');
for (const name of names) {
  if (isListing) console.log('    ' + name);
  else if (chosen.includes(name)) console.log('  Passed ' + name + ' [3 ms]');
}
`;
    writeFileSync(join(tools, 'dotnet'), fake);
    chmodSync(join(tools, 'dotnet'), 0o755);
    process.env.PATH = [tools, path].join(delimiter);
    const files = { "-$(exit 1) `exit 1` it's.sln": '' };
    const order = bench.order({ gitUrl: bench.repository(files), testingFramework: 'NUnit', testArtifacts: dlls });
    const { tests, statuses, problem } = await bench.outcomeOf(order);
    expect(problem).toBeNull();
    expect(statuses).toEqual(allPass(names));
    expect(tests.map(({ file, name }) => [file, name])).toEqual(
      dlls.flatMap((dll) => names.map((name) => [dll, name])),
    );
  });
});
