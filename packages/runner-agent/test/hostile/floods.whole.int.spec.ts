import { adapters } from './adapters.ts';
import { adapterOf, attackByEach, hostileWays, openHostileBench } from './hostileBench.ts';

/** More than the agent ever needs for its work, in MiB. */
const memoryLimit = 900;
const other = adapterOf('Other');

/** What the folder of results may hold. */
const results = [
  [
    'a hundred thousand files',
    'node -e \'for (let at = 0; at < 1e5; at += 1) require("fs").closeSync(require("fs").openSync("out/" + at, "w"))\'',
  ],
  [
    'five sparse gigabytes',
    'truncate --size 5G out/big.xml; { echo "<testsuite>"; } > out/own-big.xml; truncate --size 5G out/own-big.xml',
  ],
  [
    'a folder two thousand levels deep',
    'node -e \'for (let at = 0; at < 2000; at += 1) { require("fs").mkdirSync("d"); process.chdir("d"); }\' && mv d out/',
  ],
  ['names of 255 bytes', 'for at in $(seq 500); do : > "out/$(printf "%0250d" "$at").xml"; done'],
  [
    'a test with a name of many megabytes',
    'node -e \'fs.writeFileSync("out/long.xml", "<testsuite><testcase classname=\\"c\\" name=\\"" + "x".repeat(3e7) + "\\"/></testsuite>")\'',
  ],
] as const;

const fill = `
node -e '
const fs = require("node:fs");
const channel = process.env.ASSAY_CHANNEL ? fs.openSync(process.env.ASSAY_CHANNEL, "a") : 3;
const send = (text) => { for (let at = 0; at < text.length; ) { try { at += fs.writeSync(channel, text.slice(at, at + 65536)); } catch (error) { if (error.code !== "EAGAIN") process.exit(0); } } };
for (let line = 0; line < 2; line += 1) send("{\\"t\\":\\"problem\\",\\"message\\":\\"" + "x".repeat(4e7) + "\\"}\\n");
send("not json\\n".repeat(2e5));
send(JSON.stringify({ t: "begin", key: "k", at: 1 }).concat("\\n").repeat(5e4));
'
`;
/** Those whose tests have the channel of the reporters in their environment or at descriptor 3. */
const withChannel = adapters.filter(({ name }) => !['NUnit', 'Other'].includes(name));

describe.each(hostileWays)('floods, isolated by %s', (...way) => {
  const [name, usable, needs] = way;
  const bench = openHostileBench(name, usable);
  const its = usable ? it : it.skip;

  its.each(results)(`%s in the folder of results end with the run (needs ${needs})`, async (_, attack) => {
    const started = bench().attack(other, () => ({ attack: `mkdir -p out\n${attack}` }));
    const [{ statuses }] = await Promise.all([started.outcome, bench().expectOthersToRun()]);
    expect(statuses).toMatchObject({ attacks: 'PASS' });
    await bench().untilRemoved(started.order);
    expect(bench().mostMemory).toBeLessThan(memoryLimit);
    expect(started.findings()).toEqual([]);
  });

  attackByEach(
    bench,
    way,
    {
      title: 'lines of 40 megabytes and garbage on the channel of the reporters do not fill the memory',
      planOf: () => ({ attack: fill }),
      check: async ({ outcome }) => {
        expect((await outcome).finals.size).toBe(1);
        expect(bench().mostMemory).toBeLessThan(memoryLimit);
      },
    },
    withChannel,
  );

  attackByEach(bench, way, {
    title: 'an attachment of five gigabytes is left out',
    planOf: () => ({ attack: 'truncate --size 5G big.bin\necho "[[ATTACHMENT|big.bin]]"' }),
    check: async ({ outcome }) => {
      const [test] = [...(await outcome).finals.values()];
      expect(test).toMatchObject({ artifacts: [], output: expect.stringContaining('big.bin has 5368709120 bytes') });
    },
  });

  its.each([
    ['Other', 'package.json'],
    ['Cypress', 'cypress.config.js'],
    ['PyTest', 'requirements.txt'],
  ])(`%s: a %s of gigabytes is not read (needs ${needs})`, async (adapter, file) => {
    const { usable: here, settings } = adapterOf(adapter);
    if (!here) return;
    const started = bench().attack(adapterOf(adapter), () => ({
      files: { [file]: '' },
      settings: { ...settings, buildCommand: `truncate --size 3G ${file}` },
    }));
    await started.outcome;
    expect(bench().mostMemory).toBeLessThan(memoryLimit);
    expect(started.findings()).toEqual([]);
  });

  its(`endless output of a command ends with the run (needs ${needs})`, async () => {
    const started = bench().attack(other, () => ({
      settings: { testCommand: 'yes attack | head -c 60000000; node command.cjs' },
    }));
    expect((await started.outcome).statuses).toEqual({ attacks: 'PASS' });
    expect(bench().mostMemory).toBeLessThan(memoryLimit);
    expect(started.findings()).toEqual([]);
  });
});
