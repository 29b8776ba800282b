import { adapterOf, hostileWays, openHostileBench } from './hostileBench.ts';

/** Half of what the packed results have unpacked, in MiB: 64 million characters of them are read at a time. */
const memoryLimit = 1500;

/** @returns a command that writes the XML of CTest, whose outputs are packed: `bytes` of each test, unpacked */
const packedResults = (tests: number, bytes: number) => `node -e '
const packed = require("node:zlib").deflateSync(Buffer.alloc(${bytes}, "x"), { level: 9 }).toString("base64");
const test = (at) => "<Test Status=\\"passed\\"><Name>t" + at + "</Name><Results><Measurement>" +
  "<Value encoding=\\"base64\\" compression=\\"gzip\\">" + packed + "</Value></Measurement></Results></Test>";
require("node:fs").mkdirSync("out", { recursive: true });
const tests = Array.from({ length: ${tests} }, (_, at) => test(at));
require("node:fs").writeFileSync("out/packed.xml", "<Site><Testing>" + tests.join("") + "</Testing></Site>");
'`;

/** A fixture that lists what the expression yields for each of many numbers. */
const listing = (count: number, message: string) => `'use strict';
const fs = require('node:fs');
const { ASSAY_CHANNEL } = process.env;
const channel = ASSAY_CHANNEL ? fs.openSync(ASSAY_CHANNEL, 'a') : 3;
for (let at = 0; at < ${count}; at += 1) {
  const line = Buffer.from(JSON.stringify(${message}) + '\\n');
  for (let from = 0; from < line.length; ) {
    try {
      from += fs.writeSync(channel, line, from);
    } catch (error) {
      if (error.code !== 'EAGAIN') process.exit(0);
    }
  }
}
process.exit(0);
`;
/** What a list of 200 tests may amount to, in bytes: of texts that are cut to what results have room for. */
const boundedList = 8_000_000;
/** Lists of tests, each kept with shorter texts; none of them ever runs. */
const longTexts = [
  ['names of a megabyte', `{ t: 'listed', key: 'k' + at, file: 'a', name: 'n'.repeat(1e6), line: 1, tags: [] }`],
  ['paths of a megabyte', `{ t: 'listed', key: 'k' + at, file: 'f'.repeat(1e6), name: 'n', line: 1, tags: [] }`],
  [
    'a hundred thousand tags each',
    `{ t: 'listed', key: 'k' + at, file: 'a', name: 'n', line: 1, tags: Array.from({ length: 1e5 }, (_, tag) => 'tag' + tag) }`,
  ],
] as const;
/** Lists that are too long as a whole. */
const longLists = [
  ['a million tests', 1_000_000, `{ t: 'listed', key: 'k' + at, file: 'a', name: 'n' + at, line: 1, tags: [] }`],
  ['files that cannot be loaded', 200, `{ t: 'unloaded', file: 'f' + at, status: 'FAIL', message: 'm'.repeat(1e6) }`],
] as const;

describe.each(hostileWays)('small inputs that become large, isolated by %s', (...way) => {
  const [name, usable, needs] = way;
  const bench = openHostileBench(name, usable);
  const its = usable ? it : it.skip;

  its(`results that are unpacked count with their unpacked size (needs ${needs})`, async () => {
    const started = bench().attack(adapterOf('Other'), () => ({ attack: packedResults(200, 15_000_000) }));
    const [{ problem }] = await Promise.all([started.outcome, bench().expectOthersToRun()]);
    expect(problem).toMatchObject({
      code: 'results.unreadable',
      message: expect.stringMatching(/packed\.xml.* more than \d+ characters/),
    });
    expect(bench().mostMemory).toBeLessThan(memoryLimit);
  });

  its(`an output that unpacks to more than it may have is left out, and its test counts (needs ${needs})`, async () => {
    const started = bench().attack(adapterOf('Other'), () => ({ attack: packedResults(1, 400_000_000) }));
    const { statuses, problem, finals } = await started.outcome;
    expect({ statuses, problem }).toEqual({ statuses: { attacks: 'PASS', t0: 'PASS' }, problem: null });
    expect(finals.get('t0')?.output).toContain('cannot be unpacked');
    expect(bench().mostMemory).toBeLessThan(memoryLimit);
  });

  const listed = async (count: number, message: string) => {
    const started = bench().attack(adapterOf('Playwright'), () => ({
      files: { 'fixture.cjs': listing(count, message) },
    }));
    const [outcome] = await Promise.all([started.outcome, bench().expectOthersToRun()]);
    return outcome;
  };

  its.each(longTexts)(`a list with %s is bounded, and passes in nothing (needs ${needs})`, async (_, message) => {
    const { problem, tests, statuses } = await listed(200, message);
    // By how far the channel was read when the process ended: as a process that ended, or that wrote too much.
    expect(problem?.code).toMatch(/^(process\.ended|framework\.error)$/);
    expect(Buffer.byteLength(JSON.stringify(tests))).toBeLessThan(boundedList);
    expect(Object.values(statuses)).not.toContain('PASS');
    expect(bench().mostMemory).toBeLessThan(memoryLimit);
  });

  its.each(longLists)(`a list with %s is refused (needs ${needs})`, async (_, count, message) => {
    const { problem, tests } = await listed(count, message);
    expect(problem).toMatchObject({ code: 'list.failed' });
    expect(tests).toEqual([]);
    expect(bench().mostMemory).toBeLessThan(memoryLimit);
  });
});
