import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { ProjectId, ProjectSettings } from '@assay/contract';
import { freePort } from '../../../test/support/freePort.ts';
import type { AssignedRun } from '../src/connection/assignedWork.ts';
import { openBench } from './agentBench.ts';

/** A server whose child listens, which outlives a parent that is ended alone. */
const server = `
const { spawn } = require('node:child_process');
if (process.argv[2] !== 'child') {
  spawn(process.execPath, [__filename, 'child', ...process.argv.slice(2)], { stdio: 'inherit' });
  setInterval(() => {}, 1000);
} else {
  const text = require('node:fs').readFileSync('built.txt', 'utf8');
  const port = process.argv[3] ?? process.env.ASSAY_PORT;
  require('node:http').createServer((request, response) => {
    console.log('asked for ' + request.url);
    response.end(text);
  }).listen(port, () => console.log('listening'));
}`;
const testScript = `
const { existsSync, writeFileSync } = require('node:fs');
if (process.env.GATE) {
  console.log('at the gate');
  while (!existsSync(process.env.GATE)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
}
fetch(process.env.ASSAY_BASE_URL + '/page').then((answer) => answer.text()).then((text) => {
  console.log('at ' + process.env.ASSAY_BASE_URL);
  writeFileSync('results.xml', '<testsuite><testcase classname="C" name="' + text + '"/></testsuite>');
});`;
const files = {
  'package.json': '{"name":"p","private":true}',
  'server.cjs': server,
  'test.cjs': testScript,
  'build.cjs': "require('node:fs').writeFileSync('built.txt', 'is built')",
};
const settings = {
  testingFramework: 'Other',
  testCommand: 'node test.cjs',
  resultFiles: ['results.xml'],
  installCommand: 'node -e ""',
  buildCommand: 'node build.cjs',
  serverCommand: 'node server.cjs',
  serverUrl: 'http://localhost:$ASSAY_PORT/health',
} satisfies Partial<ProjectSettings>;

describe('the build and the server of a project', () => {
  const bench = openBench();
  const outcome = (own: Partial<ProjectSettings> = {}) =>
    bench.outcomeOf(bench.order({ gitUrl: bench.repository(files), ...settings, ...own }));
  const logsOf = (testRunId: string) =>
    [...bench.service.logs].flatMap(([name, text]) => (name.startsWith(testRunId) ? [text] : [])).join('\n');

  it('are there before the tests; the server ends with all it started, and its output is in the log', async () => {
    const order = bench.order({ gitUrl: bench.repository(files), ...settings });
    const { statuses, problem, setupLog } = await bench.outcomeOf(order);
    expect({ statuses, problem }).toEqual({ statuses: { 'is built': 'PASS' }, problem: null });
    expect(setupLog).toMatch(/\$ node -e ""[\s\S]*\$ node build\.cjs[\s\S]*The server answers at/);
    const logs = logsOf(order.testRunId);
    expect(logs).toContain('[server] asked for /page');
    const [, base = ''] = /^at (\S+)$/m.exec(logs) ?? [];
    expect(base).not.toBe('');
    await expect(fetch(base)).rejects.toThrow();
  });

  it('with a fixed port, runs take turns on a machine', async () => {
    const port = await freePort();
    const fixed = { serverCommand: `node server.cjs ${port}`, serverUrl: `http://localhost:${port}` };
    const outcomes = await Promise.all([outcome(fixed), outcome(fixed)]);
    expect(outcomes.map(({ problem, statuses }) => ({ problem, statuses }))).toEqual(
      Array(2).fill({ problem: null, statuses: { 'is built': 'PASS' } }),
    );
  });

  it('holds up other projects only by its port, and their logs say why', async () => {
    const gate = join(bench.folder, 'gate');
    const start = (name: string, port: number, variables: AssignedRun['variables'] = []) => {
      const fixed = { serverCommand: `node server.cjs ${port}`, serverUrl: `http://localhost:${port}` };
      const order = bench.order(
        { gitUrl: bench.repository(files), ...settings, ...fixed },
        { projectId: name as ProjectId, variables },
      );
      return { order, outcome: bench.outcomeOf(order) };
    };
    const [port, otherPort] = [await freePort(), await freePort()];
    const long = start('long', port, [{ key: 'GATE', value: gate, encrypted: false, file: false }]);
    await bench.service.until(() => logsOf(long.order.testRunId).includes('at the gate'), 'the test to wait');
    expect((await start('other', otherPort).outcome).statuses).toEqual({ 'is built': 'PASS' });
    const same = start('same', port);
    const note = `or one at port ${port}: the server starts after its end.`;
    await bench.service.until(() => logsOf(same.order.testRunId).includes(note), 'the note on the wait');
    writeFileSync(gate, '');
    for (const { outcome } of [long, same]) expect((await outcome).statuses).toEqual({ 'is built': 'PASS' });
  });

  it('say what to change when they fail', async () => {
    const taken = createServer((_request, response) => response.end('taken'));
    await new Promise<void>((resolve) => taken.listen(0, resolve));
    const { port } = taken.address() as AddressInfo;
    try {
      const outcomes = await Promise.all([
        outcome({ buildCommand: 'node -e "console.log(\'no disk\'); process.exit(3)"' }),
        outcome({ serverCommand: 'node -e "console.log(\'no port\'); process.exit(4)"' }),
        outcome({ serverUrl: `http://localhost:${port}/` }),
      ]);
      expect(outcomes.map(({ problem }) => problem)).toEqual([
        { code: 'build.failed', message: expect.stringContaining('no disk') },
        { code: 'server.failed', message: expect.stringMatching(/exit code 4[\s\S]*no port/) },
        { code: 'server.portTaken', message: expect.stringContaining(`http://localhost:${port}/`) },
      ]);
    } finally {
      await new Promise((resolve) => taken.close(resolve));
    }
  });

  it('extra arguments reach the framework, for the list and for the tests', async () => {
    const feature =
      '@slow\nFeature: F\n  Scenario: one\n    Given a parameter\n  @fast\n  Scenario: two\n    Given a parameter\n';
    const steps =
      "const { Given } = require('@cucumber/cucumber');\nGiven('a parameter', function () { if (this.parameters.colour !== 'red') throw new Error('none'); });";
    const { statuses, tests } = await bench.outcomeOf(
      bench.order({
        gitUrl: bench.repository({ 'features/a.feature': feature, 'features/steps.js': steps }),
        testingFramework: 'CucumberJS',
        frameworkArguments: ['--world-parameters', '{"colour":"red"}', '--tags', '@fast'],
      }),
    );
    expect(tests.map(({ name }) => name)).toEqual(['two']);
    expect(statuses).toEqual({ two: 'PASS' });
  });
});
