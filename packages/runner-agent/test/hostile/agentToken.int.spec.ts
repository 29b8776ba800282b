import { adapterOf, hostileWays, openHostileBench } from './hostileBench.ts';

describe.each(hostileWays)('the token of an agent, isolated by %s', (...way) => {
  const [name, usable, needs] = way;
  const bench = openHostileBench(name, usable);
  const its = usable ? it : it.skip;

  its(`tests do not find it in the arguments and variables of processes (needs ${needs})`, async () => {
    const started = bench().attack(adapterOf('Other'), () => ({
      attack: "cat /proc/[0-9]*/cmdline /proc/[0-9]*/environ 2>/dev/null | tr '\\0' '\\n'",
    }));
    expect((await started.outcome).statuses).toEqual({ attacks: 'PASS' });
    expect(started.findings()).toEqual([]);
  });
});
