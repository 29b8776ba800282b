import { randomBytes } from 'node:crypto';
import { adapterOf, hostileWays, openHostileBench } from './hostileBench.ts';

/** As large as the service takes: one that a pattern is too large for, and one that is slow to search for. */
const values = {
  random: randomBytes(74_000).toString('base64'),
  alike: `${'a'.repeat(99_999)}b`,
  lines: Array.from({ length: 2500 }, () => randomBytes(24).toString('base64')).join('\n'),
};
const kinds = Object.keys(values) as (keyof typeof values)[];

describe.each(hostileWays)('the largest secrets, isolated by %s', (...way) => {
  const [name, usable, needs] = way;
  const bench = openHostileBench(name, usable);
  const its = usable ? it : it.skip;
  const variables = (kind: keyof typeof values) => [
    { key: 'SECRET', value: values[kind], encrypted: true, file: true },
  ];

  its.each(kinds)(`%s: do not end the agent by a trial, and stay secret (needs ${needs})`, async (kind) => {
    const trial = bench().trial(adapterOf('Other'), () => ({
      settings: { buildCommand: 'cat "$SECRET"; echo; echo the end' },
      run: { variables: variables(kind) },
    }));
    const report = await trial.outcome;
    expect(report?.problem ?? null).toBeNull();
    expect(report?.log).toContain('***\nthe end');
    expect(JSON.stringify(report)).not.toContain(values[kind].slice(-30));
    expect(bench().isUp).toBe(true);
  });

  its.each(kinds)(`%s: do not hold up the agent by a run (needs ${needs})`, async (kind) => {
    const attack = bench().attack(adapterOf('Other'), () => ({
      attack: `head -c 20000000 /dev/zero | tr '\\0' a`,
      run: { variables: variables(kind) },
    }));
    expect(await attack.outcome).toMatchObject({ problem: null, statuses: { attacks: 'PASS' } });
    expect(bench().service.violations).toEqual([]);
  });
});
