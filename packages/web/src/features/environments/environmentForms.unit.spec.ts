import type { AccountView } from '@assay/contract';
import { environmentFormSchema, formOfEnvironment } from './environmentForm.ts';
import { formOfPipelineStage, pipelineStageFormSchema } from './pipelineStages/pipelineStageForm.ts';
import { formOfRunnerPool, runnerPoolFormSchema } from './runnerPools/runnerPoolForm.ts';

/** @returns the message of the only invalid field; null when there is none. What is emptied Formik leaves out. */
async function refusalOf(schema: { validate(form: unknown): Promise<unknown> }, form: object): Promise<string | null> {
  try {
    await schema.validate(form);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
const variable = { row: '1', value: '1', encrypted: false, file: false, kept: false };

describe('the form of an environment', () => {
  const filled = { ...formOfEnvironment(null), name: 'Staging', key: 'staging' };

  it.each([
    [{}, null],
    [{ name: ' ' }, "Can't be blank"],
    [{ key: '' }, "Can't be blank"],
    [{ url: '' }, null],
    [{ url: 'https://staging.example.com' }, null],
    [{ url: 'staging.example.com' }, 'Invalid URL'],
    [{ maximumParallelTestRuns: 0 }, null],
    [{ maximumParallelTestRuns: 'many' }, 'Must be a number'],
    [{ maximumParallelTestRuns: -1 }, 'Must be between 0 and 1000'],
    [
      {
        variables: [
          { ...variable, key: 'URL' },
          { ...variable, row: '2', key: 'URL' },
        ],
      },
      'Two variables have the same key',
    ],
  ])('with %j says %j', async (change, message) => {
    expect(await refusalOf(environmentFormSchema, { ...filled, ...change })).toBe(message);
  });
});

describe('the form of a pipeline stage', () => {
  it('begins behind the stages that there are, with the usual priority of runs', () => {
    expect(formOfPipelineStage(null, 3)).toMatchObject({ priority: 3, testRunPriority: 1 });
  });

  it.each([
    [{}, null],
    [{ name: '' }, "Can't be blank"],
    [{ priority: undefined }, "Can't be blank"],
    [{ testRunPriority: undefined }, "Can't be blank"],
    [{ testRunPriority: 0 }, 'Must be between 1 and 10'],
    [{ testRunPriority: 11 }, 'Must be between 1 and 10'],
  ])('with %j says %j', async (change, message) => {
    const form = { ...formOfPipelineStage(null, 0), name: 'Acceptance', ...change };
    expect(await refusalOf(pipelineStageFormSchema, form)).toBe(message);
  });
});

describe('the form of a runner pool', () => {
  const account = { numberOfRunners: 20, windowsRunners: 4 } as AccountView;

  it.each([
    [account, {}, null],
    [account, { name: ' ' }, "Can't be blank"],
    [account, { runnerType: '' }, "Can't be blank"],
    [account, { maxRunners: undefined }, "Can't be blank"],
    [account, { maxRunners: 0 }, 'Must be between 1 and 20'],
    [account, { maxRunners: 21 }, 'Must be between 1 and 20'],
    [account, { runnerType: 'WINDOWS', maxRunners: 5 }, 'Must be between 1 and 4'],
    [undefined, { maxRunners: 11 }, 'Must be between 1 and 10'],
  ])('of %j with %j says %j', async (known, change, message) => {
    const form = { ...formOfRunnerPool(null), name: 'Large', ...change };
    expect(await refusalOf(runnerPoolFormSchema(known), form)).toBe(message);
  });
});
