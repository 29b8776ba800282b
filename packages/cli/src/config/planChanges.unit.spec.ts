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
  testPlans: [
    {
      key: 'gate',
      name: 'Gate',
      stages: [
        { name: 'Smoke', executionType: 'Parallel', suites: [{ project: 'shop', testSuite: 'Smoke', branch: 'main' }] },
        { name: 'Slow', executionType: 'Sequential', suites: [] },
      ],
    },
  ],
  triggers: [
    { name: 'Nightly', type: 'interval', cron: '0 2 * * *', project: 'shop' },
    { name: 'Nightly', type: 'interval', cron: '0 4 * * *', project: 'shop' },
  ],
  alerts: [
    {
      eventType: 'TESTRUN_FAIL',
      actionType: 'TRIGGER_WEBHOOK',
      project: 'shop',
      minCount: 1,
      destinationSecret: 'ALERT_hooks_example_com',
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
    expect(planChanges(now, same).map(({ action }) => action)).toEqual(Array(8).fill('none'));
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

  it('tells stages of a plan by name, and compares only what the file says of them', () => {
    const smoke = { name: 'smoke', suites: [{ project: 'shop', testSuite: 'Smoke' }] };
    const apply = (stages: NonNullable<Config['testPlans']>[number]['stages']) => {
      const wanted: Config = { assay: 1, testPlans: [{ key: 'GATE', name: 'Gate', stages }] };
      return planChanges(now, wanted).map(describeChange).join('');
    };
    expect(apply([{ ...smoke, name: 'Smoke' }, { name: 'Slow' }])).toBe('');
    expect(apply([{ name: 'Slow' }, smoke])).toBe('~ test plan GATE\n    stages: Slow, smoke\n');
    expect(apply([{ name: 'New' }, smoke])).toBe('~ test plan GATE\n    stages: + New, smoke, - Slow\n');
  });

  it('finds triggers of the same name one after the other', () => {
    const nightly = { name: 'Nightly', type: 'interval' as const };
    const triggers = [nightly, { ...nightly, cron: '0 5 * * *' }, nightly];
    const changes = planChanges(now, { assay: 1, triggers });
    expect(changes.map(describeChange).join('')).toBe(
      '~ trigger Nightly (2)\n    cron: "0 4 * * *" → "0 5 * * *"\n+ trigger Nightly (3)\n',
    );
  });

  it('finds alerts by what they are about, and never prints a secret destination', () => {
    const alert = { eventType: 'TESTRUN_FAIL' as const, actionType: 'TRIGGER_WEBHOOK' as const, project: 'shop' };
    const stored = { ...alert, minCount: 3, destinationSecret: 'HOOK' };
    const added = { ...alert, project: null, destinationSecret: 'OTHER' };
    const wanted: Config = { assay: 1, alerts: [stored, added] };
    expect(withSecrets(now, wanted, { secretOf: none, replace: false }).missing).toEqual([
      'alert TESTRUN_FAIL TRIGGER_WEBHOOK: it is new, so ASSAY_SECRET_OTHER must hold its destination.',
    ]);
    const secretOf = (name: string) => `https://hooks.example.com/${name}`;
    const text = (replace: boolean) => {
      const changes = planChanges(now, withSecrets(now, wanted, { secretOf, replace }).config);
      return changes.map(describeChange).join('');
    };
    const title = 'TESTRUN_FAIL TRIGGER_WEBHOOK';
    expect(text(false)).toBe(`~ alert ${title}, project shop\n    minCount: 1 → 3\n+ alert ${title}\n`);
    expect(text(true)).toBe(
      `~ alert ${title}, project shop\n    minCount: 1 → 3\n    destination: another\n+ alert ${title}\n`,
    );
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
