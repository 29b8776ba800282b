import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { readIsolation } from '../src/isolation/isolationSettings.ts';
import { AgentBench } from './agentBench.ts';
import { imageFor, isEngine, isolationWays } from './isolationWays.ts';
import type { MadeImage } from './realEngines.ts';

const prefix = spawnSync('python3', ['-c', 'import pytest, sys; print(sys.prefix)'], { encoding: 'utf8' });
const pythonWithPytest = { is: 'python3 with pytest', isThere: prefix.status === 0 };
/** A user of their own does not see what root has installed for itself. */
const pythonOfSystem = { is: "pytest of the system's python3", isThere: prefix.stdout?.startsWith('/usr') ?? false };

describe.each(isolationWays)('projects isolated by %s', (way, usable, needs) => {
  const bench = new AgentBench();
  let image: MadeImage | null = null;

  beforeAll(async () => {
    if (!usable) return;
    image = imageFor(way);
    // As an operator's data folder: others may pass through it.
    chmodSync(bench.folder, 0o711);
    const given = { isolate: way, ...(image === null ? {} : { image: [image.name] }) };
    await bench.open({ isolation: readIsolation(given, {}) });
  });
  afterAll(async () => {
    if (!usable) return;
    await bench.close();
    image?.remove();
    expect(bench.service.violations).toEqual([]);
  });

  const its = usable ? it : it.skip;

  its(`run the sample with features (needs ${needs})`, async () => {
    const { finals, statuses } = await bench.outcomeOf(bench.order({ gitUrl: bench.sample('cucumber-shop') }));
    expect(statuses).toMatchObject({ 'A long invoice is printed': 'PASS', 'Islands cost a ferry more': 'FAIL' });
    expect(finals.size).toBe(17);
  });

  its(`run the sample with its own command (needs ${needs})`, async () => {
    const order = bench.order({
      gitUrl: bench.sample('node-shop'),
      testingFramework: 'Other',
      testCommand: 'node scripts/test.js',
      resultFiles: ['results/*.xml'],
    });
    const { finals, statuses } = await bench.outcomeOf(order);
    expect(statuses).toMatchObject({ 'counts a long shelf': 'PASS', 'are rounded once, not per piece': 'FAIL' });
    expect(finals.size).toBe(15);
  });

  // In containers these take images of their own, which come from a registry.
  if (isEngine(way)) return;

  its(`run the sample in a browser (needs ${needs})`, async () => {
    const order = bench.order({ gitUrl: bench.sample('playwright-shop'), testingFramework: 'Playwright' });
    const { finals, statuses } = await bench.outcomeOf(order);
    expect(statuses).toMatchObject({
      'Checkout › thanks for the order': 'PASS',
      'Cart › takes ten percent off with a voucher': 'FAIL',
    });
    expect(finals.size).toBe(13);
  });

  const python = way === 'user' ? pythonOfSystem : pythonWithPytest;
  (python.isThere ? its : it.skip)(`run PyTest with files of its own (needs ${needs}, ${python.is})`, async () => {
    const gitUrl = bench.repository({
      'test_shop.py': 'def test_notes(tmp_path):\n    (tmp_path / "note").write_text("tea")\n',
    });
    const { statuses } = await bench.outcomeOf(bench.order({ gitUrl, testingFramework: 'PyTest' }));
    expect(Object.values(statuses)).toEqual(['PASS']);
  });
});
