import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { ciJobOfEach, pushed } from '../../test/ciJobUnderTest.ts';

const integrations = resolve(import.meta.dirname, '../../../../integrations/ci');
const fileOf = (path: string) => readFileSync(join(integrations, path), 'utf8');

describe('what a pipeline includes', () => {
  const job = ciJobOfEach();
  const { gitHub, run, fieldOf } = job;

  const inputs = (): Record<string, string> => ({ url: job.service.url, 'api-key': 'key-1', project: 'shop' });
  type Step = { run: string; env: Record<string, string> };
  type Inputs = Record<string, { default?: unknown }>;

  /** Puts the inputs, or their defaults, where GitHub does. */
  function gitHubStep(given: Record<string, string>): { step: Step; env: Record<string, string> } {
    const action: { inputs: Inputs; runs: { steps: Step[] } } = parse(fileOf('github/action.yml'));
    const [step] = action.runs.steps;
    if (!step) throw new Error('the action has a step');
    const inputOf = (_: string, name: string) => {
      if (name === 'strategy.job-index') return '0';
      if (name === 'toJSON(matrix)') return '{"os":"windows","node":22}';
      const key = name.replace('inputs.', '');
      return given[key] ?? String(action.inputs[key]?.default).replace(/\$\{\{ github\.workspace \}\}/, job.folder);
    };
    const filled = Object.entries(step.env).map(([name, value]) => [
      name,
      value.replace(/\$\{\{ (.*?) \}\}/g, inputOf),
    ]);
    return { step, env: Object.fromEntries(filled) };
  }
  const action = (given: Record<string, string>) => {
    const { step, env } = gitHubStep(given);
    const GITHUB_ACTION_PATH = join(integrations, 'github');
    return run('bash', ['-e', '-c', step.run], { ...gitHub(), GITHUB_ACTION_PATH, ...env });
  };

  it('is the action that uploads at GitHub', async () => {
    const files = 'reports/*.xml\n';
    const ended = await action({ ...inputs(), files, attributes: 'browser=firefox\nos=linux\n' });
    expect(ended).toMatchObject({ code: 1, err: expect.stringContaining('::error file=test/cart.spec.js') });
    expect(fieldOf('commit')).toBe(pushed);
    expect(fieldOf('environmentId')).toBe('ci');
    // What is named goes before what the matrix says.
    expect(fieldOf('attributes')).toMatch(/^browser=firefox\r?\nos=linux\r?\nnode=22\r?\njob=/);
  });

  it('reads nothing in an input of the action as a command or an option', async () => {
    const files = '$(touch ran)\n`touch ran`\n--strict';
    const ended = await action({ ...inputs(), files, branch: '"; touch ran; "' });
    expect(ended).toMatchObject({ code: 3, err: expect.stringContaining("There is no file '$(touch ran)'") });
    expect(() => readFileSync(join(job.folder, 'ran'))).toThrow('ENOENT');
  });

  it.each([
    ['false', '', 0],
    ['false', '1', 1],
    ['true', '', 4],
  ])('warns in the action where not even the command line is served: strict %s', async (strict, exitCode, code) => {
    job.isAway = true;
    const ended = await action({ ...inputs(), files: 'reports/*.xml', strict, 'exit-code': exitCode });
    expect(ended).toMatchObject({
      code,
      out: expect.stringContaining('::warning title=Assay::Assay cannot be reached'),
    });
  });

  const component = (given: Record<string, string> = {}) => {
    const documents = fileOf('gitlab/templates/upload.yml').split('\n---\n');
    const [spec, jobs] = documents.map((document) => parse(document));
    const all: Record<string, string> = { url: job.service.url, project: 'shop', files: 'reports/*.xml', ...given };
    const inputOf = (_: string, name: string) => all[name] ?? String(spec.spec.inputs[name].default);
    const [template] = Object.values<{ variables: Record<string, string>; script: string[] }>(jobs);
    if (!template) throw new Error('the component has a job');
    const variables = Object.entries(template.variables).map(([name, value]) => [
      name,
      value.replace(/\$\[\[ inputs\.(.*?) \]\]/g, inputOf),
    ]);
    const env = {
      GITLAB_CI: 'true',
      CI_COMMIT_BRANCH: 'feature/one',
      CI_COMMIT_SHA: pushed,
      CI_PROJECT_DIR: job.folder,
    };
    return run('sh', ['-ec', template.script.join('\n')], { ...env, ...Object.fromEntries(variables) });
  };

  it('is the component that uploads at GitLab', async () => {
    expect((await component()).code).toBe(1);
    expect([fieldOf('branch'), fieldOf('commit')]).toEqual(['feature/one', pushed]);
    expect(JSON.parse(readFileSync(join(job.folder, 'gl-code-quality-report.json'), 'utf8'))).toHaveLength(1);
  });

  it.each([
    ['false', 0],
    ['true', 4],
  ])('warns in the component where not even the command line is served: strict %s', async (strict, code) => {
    job.isAway = true;
    const ended = await component({ strict });
    expect(ended).toMatchObject({ code, err: expect.stringContaining('warning: Assay cannot be reached') });
  });

  it('is the pipe that uploads at Bitbucket', async () => {
    const pipe: { variables: { name: string; default?: string }[] } = parse(fileOf('bitbucket/pipe.yml'));
    const defaults = pipe.variables.flatMap(({ name, default: value }) =>
      value === undefined ? [] : [[name, value.replace(/\$\{BITBUCKET_EXIT_CODE\}/, '1')]],
    );
    const env = { BITBUCKET_PIPELINE_UUID: '{p}', BITBUCKET_BRANCH: 'feature/one', BITBUCKET_COMMIT: pushed };
    const given = { ASSAY_URL: job.service.url, ASSAY_PROJECT: 'shop', ASSAY_FILES: 'reports/*.xml' };
    const script = fileOf('bitbucket/Dockerfile').match(/^COPY (\S+)/m)?.[1] ?? '';
    const ended = await run('sh', [join(integrations, script)], {
      ...env,
      ...Object.fromEntries(defaults),
      ...given,
    });
    expect(ended.code).toBe(1);
    expect([fieldOf('branch'), fieldOf('commit'), fieldOf('exitCode')]).toEqual(['feature/one', pushed, '1']);
  });
});
