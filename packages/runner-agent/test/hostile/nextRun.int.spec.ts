import { FakeEngines } from '../fakeEngines.ts';
import { adapterOf, hostileWays, openHostileBench } from './hostileBench.ts';

/** What a test leaves of the folders that the next run of its project needs. */
const left = [
  ['links in place of the home folder and the installations', 'ln -s /nowhere home; ln -s /nowhere installs'],
  ['files in their place', ': > home; : > installs'],
  ['folders without rights', 'mkdir -m 0 home installs'],
  ['a folder of the project without rights', 'mkdir home installs; chmod 0 .'],
] as const;

/** Of containers there is the command line: what it starts isolates nothing here. */
const engines = new FakeEngines(['docker.io/library/node:22.17.1-bookworm']);
afterAll(() => engines.remove());
const ways = [...hostileWays, ['docker', true, 'nothing: a fake of its command line'] as const];

describe.each(ways)('the next run of a project, isolated by %s', (...way) => {
  const [name, usable, needs] = way;
  const bench = openHostileBench(name, usable, name === 'docker' ? engines.environment : {});
  const its = usable ? it : it.skip;

  its.each(left)(`runs after a test that left %s (needs ${needs})`, async (_, script) => {
    const other = adapterOf('Other');
    const first = bench().attack(other, () => ({
      attack: `cd "$HOME/.." && chmod -R u+w . && rm -rf home installs; ${script}; echo 'left it'`,
    }));
    expect((await first.outcome).finals.get('attacks')?.output).toContain('left it');
    await bench().untilRemoved(first.order);
    const next = bench().attack(other, () => ({
      attack: ': > "$HOME/written" && echo written',
      run: { projectId: first.order.projectId },
    }));
    const { finals, problem } = await next.outcome;
    expect(problem).toBeNull();
    expect(finals.get('attacks')?.output).toContain('written');
    expect([...first.findings(), ...next.findings()]).toEqual([]);
  });
});
