import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { ProjectSettings } from '@assay/contract';
import type { AssignedRun } from '../src/connection/assignedWork.ts';
import { openBench } from './agentBench.ts';

/**
 * A fake of the command line of .NET, whose SDK is not on npm or PyPI: `dotnet build` creates the DLL, `dotnet test`
 * lists and runs five tests and prints like vstest.
 */
const fakeDotnet = `#!/usr/bin/env node
const fs = require('node:fs');
const [command, ...args] = process.argv.slice(2);
fs.appendFileSync(process.env.FAKE_LOG, [command, ...args].join(' ') + '\\n');
if (command === 'build') {
  fs.mkdirSync('bin/Release', { recursive: true });
  fs.writeFileSync('bin/Release/Shop.Tests.dll', '');
  process.exit(0);
}
const settings = fs.readFileSync(args[args.indexOf('--settings') + 1], 'utf8');
if (!settings.includes('<DisplayName>FullName</DisplayName>')) throw new Error('names would not be full');
const where = /<Where>(.*)<\\/Where>/.exec(settings)?.[1] ?? '';
const names = ['Shop.CartTests.Adds(1,"tea")', 'Shop.CartTests.Fails', 'Shop.CartTests.FailsOnce', 'Shop.CartTests.IsIgnored', 'Shop.CartTests.Prints'];
const category = /^cat == '(.*)'$/.exec(where)?.[1];
const unquoted = where.replaceAll("\\\\'", "'");
const chosen = category ? names.filter((name) => category === 'Smoke' && name.includes('Adds')) : where ? names.filter((name) => unquoted.includes("test == '" + name + "'")) : names;
if (args.includes('--list-tests')) {
  console.log('Test run for Shop.Tests.dll (.NETCoreApp,Version=v8.0)\\nThe following Tests are available:');
  for (const name of chosen) console.log('    ' + name);
  process.exit(0);
}
console.log('Starting test execution, please wait...');
let failed = 0;
for (const name of chosen) {
  const fails = name.endsWith('.Fails') || (name.endsWith('FailsOnce') && !fs.existsSync(process.env.FAKE_LOG + '.once'));
  if (name.endsWith('FailsOnce')) fs.writeFileSync(process.env.FAKE_LOG + '.once', '');
  if (name.endsWith('IsIgnored')) console.log('  Skipped ' + name + ' [< 1 ms]\\n  Error Message:\\n   not here\\n');
  else if (fails) { failed += 1; console.log('  Failed ' + name + ' [1 s 20 ms]\\n  Error Message:\\n     Expected: 1\\n  But was:  2\\n\\n  Stack Trace:\\n     at Shop.CartTests.Fails() in CartTests.cs:line 9\\n'); }
  else console.log('  Passed ' + name + ' [3 ms]' + (name.endsWith('Prints') ? '\\n  Standard Output Messages:\\n hello\\n\\n' : ''));
}
console.log('Test Run ' + (failed ? 'Failed.' : 'Successful.') + '\\nTotal tests: ' + chosen.length);
process.exit(failed ? 1 : 0);
`;

describe('NUnit tests (against a fake of the command line of .NET)', () => {
  const bench = openBench();
  const path = process.env.PATH;
  beforeAll(() => {
    const tools = join(bench.folder, 'tools');
    mkdirSync(tools);
    writeFileSync(join(tools, 'dotnet'), fakeDotnet);
    chmodSync(join(tools, 'dotnet'), 0o755);
    process.env.PATH = [tools, path].join(delimiter);
  });
  afterAll(() => {
    process.env.PATH = path;
  });

  async function run(run: Partial<AssignedRun>, settings: Partial<ProjectSettings> = {}) {
    const fakeLog = join(bench.folder, crypto.randomUUID());
    const variables = [{ key: 'FAKE_LOG', value: fakeLog, encrypted: false, file: false }];
    const gitUrl = bench.repository({ 'Shop.sln': '', 'README.md': 'a shop' });
    const testArtifacts = ['bin/Release/Shop.Tests.dll'];
    const order = bench.order({ gitUrl, testingFramework: 'NUnit', testArtifacts, ...settings }, { variables, ...run });
    const outcome = await bench.outcomeOf(order);
    return { ...outcome, calls: readFileSync(fakeLog, 'utf8').trim().split('\n') };
  }

  it('are built, listed and run by their full names, each with its result, its reason and its output', async () => {
    const { finals, statuses, problem, calls } = await run({ retryFailedTests: true });
    expect(problem).toBeNull();
    expect(statuses).toEqual({
      'Shop.CartTests.Adds(1,"tea")': 'PASS',
      'Shop.CartTests.Fails': 'FAIL',
      'Shop.CartTests.FailsOnce': 'PASS',
      'Shop.CartTests.IsIgnored': 'IGNORED',
      'Shop.CartTests.Prints': 'PASS',
    });
    expect(calls[0]).toBe('build Shop.sln --nologo --configuration Release');
    expect(finals.get('Shop.CartTests.Fails')).toMatchObject({
      attempt: 2,
      durationMs: 1020,
      error: 'Expected: 1\nBut was:  2',
      stackTrace: 'at Shop.CartTests.Fails() in CartTests.cs:line 9',
    });
    expect(finals.get('Shop.CartTests.Prints')?.output).toBe('hello');
    expect(finals.get('Shop.CartTests.IsIgnored')?.error).toBe('not here');
  });

  it('are selected by category and by name', async () => {
    expect((await run({ includeTags: ['Smoke'] })).statuses).toEqual({ 'Shop.CartTests.Adds(1,"tea")': 'PASS' });
    expect((await run({ testFilters: ['Regex: Prints$'] })).statuses).toEqual({ 'Shop.CartTests.Prints': 'PASS' });
  });

  it('whose DLL no build creates are named', async () => {
    const { problem } = await run({}, { testArtifacts: ['bin/Release/Other.Tests.dll'] });
    expect(problem).toMatchObject({ code: 'install.dllMissing', message: expect.stringContaining('Other.Tests.dll') });
  });
});
