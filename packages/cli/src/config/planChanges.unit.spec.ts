import type { Config } from './configFile.ts';
import { describeChange, describeCounts } from './describeChanges.ts';
import { planChanges } from './planChanges.ts';
import { withSecrets } from './withSecrets.ts';

const now: Required<Config> = {
  assay: 1,
  runnerPools: [{ name: 'Linux', runnerType: 'LINUX', maxRunners: 4 }],
  pipelineStages: [],
  environments: [
    {
      key: 'staging',
      name: 'Staging',
      url: null,
      variables: [
        { key: 'A', value: '1' },
        { key: 'TOKEN', secret: 'TOKEN' },
      ],
    },
  ],
  projects: [
    {
      key: 'shop',
      name: 'Shop',
      testingFramework: 'Playwright',
      retryFailedTests: false,
      testSuites: [{ name: 'Smoke', testTimeoutSeconds: 60, timeoutMinutes: 10 }],
    },
  ],
};
const none = () => undefined;

describe('what applying a file changes', () => {
  it('nothing, where it says what is there, in any order of variables and case of keys', () => {
    const same: Config = {
      ...now,
      environments: [
        {
          key: 'STAGING',
          name: 'Staging',
          variables: [
            { key: 'TOKEN', secret: 'ANOTHER_NAME' },
            { key: 'A', value: '1' },
          ],
        },
      ],
    };
    expect(planChanges(now, same).map(({ action }) => action)).toEqual(Array(4).fill('none'));
  });

  it('is told as a difference, without values of variables', () => {
    const wanted: Config = {
      assay: 1,
      runnerPools: [{ name: 'Linux', runnerType: 'LINUX', maxRunners: 8 }],
      pipelineStages: [{ name: 'Tests' }],
      environments: [{ key: 'staging', name: 'Staging', variables: [{ key: 'A', value: '2' }] }],
      projects: [
        {
          key: 'shop',
          name: 'Shop',
          testingFramework: 'Playwright',
          testSuites: [{ name: 'All', testTimeoutSeconds: 60, timeoutMinutes: 10 }],
        },
      ],
    };
    const changes = planChanges(now, wanted);
    expect(changes.map(describeChange).join('')).toBe(
      '~ runner pool Linux\n    maxRunners: 4 → 8\n+ pipeline stage Tests\n' +
        '~ environment staging\n    variables: ~ A, - TOKEN\n+ test suite shop / All\n',
    );
    expect(describeCounts(changes, false)).toBe('2 added, 2 changed, 1 as they were.');
  });

  it('keeps stored secrets, asks for new ones, and replaces stored ones on request', () => {
    const variables = [
      { key: 'TOKEN', secret: 'TOKEN' },
      { key: 'A', secret: 'A' },
    ];
    const wanted: Config = { assay: 1, environments: [{ key: 'staging', name: 'Staging', variables }] };
    const { missing } = withSecrets(now, wanted, { secretOf: none, replace: false });
    expect(missing).toEqual(['environment staging: A is new, so ASSAY_SECRET_A must hold its value.']);
    const given = (name: string) => `value of ${name}`;
    const sent = (replace: boolean) =>
      withSecrets(now, wanted, { secretOf: given, replace }).config.environments?.[0]?.variables;
    expect(sent(false)).toEqual([variables[0], { ...variables[1], value: 'value of A' }]);
    expect(sent(true)).toEqual(variables.map((variable) => ({ ...variable, value: `value of ${variable.key}` })));
  });
});
