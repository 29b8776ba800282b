import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, type Routes, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { retype } from '../../../testSupport/retype.ts';
import { deployView, environmentView, positionAt, projectView, testSuiteView } from '../../../testSupport/views.ts';
import { NewTestRunForm } from './NewTestRunForm.tsx';

const two = <Thing extends { id: unknown; key: string; name: string }>(thing: Thing): Thing[] => [
  thing,
  { ...thing, id: 'other' as Thing['id'], key: 'other', name: 'Other' },
];

function open(routes: Routes) {
  const page = makePage({
    'GET /projects': [projectView()],
    'GET /environments': [environmentView()],
    'GET /projects/p1/branches': [],
    ...routes,
  });
  return { ...page, ...renderOn(page, <NewTestRunForm onClose={() => undefined} />) };
}

const submit = async () => await userEvent.click(await screen.findByRole('button', { name: 'Start test run' }));

describe('starting a test run', () => {
  it('asks for project and environment in the exact words', async () => {
    open({ 'GET /projects': two(projectView()), 'GET /environments': two(environmentView()) });
    await submit();
    expect(await screen.findByText("Can't be blank")).toBeVisible();
    expect(screen.getByText('You must select an environment')).toBeVisible();
  });

  it('keeps numbers within their bounds, with the account’s own maximum of runners', async () => {
    const { sent } = open({});
    await retype('Runners', '13');
    await retype('Priority', '11');
    await retype('Test timeout', '10801');
    await retype('Run timeout', '');
    await submit();
    expect(await screen.findByText('Must be between 1 and 12')).toBeVisible();
    expect(screen.getByText('Must be between 1 and 10')).toBeVisible();
    expect(screen.getByText('Must be between 1 and 10800 seconds')).toBeVisible();
    expect(screen.getByText("Can't be blank")).toBeVisible();
    expect(sent.some(({ method }) => method === 'POST')).toBe(false);
  });

  it('begins with the environment of the last run that was started here, if it is still there', async () => {
    localStorage.setItem('assay.environment', JSON.stringify('other'));
    const { unmount } = open({ 'GET /environments': two(environmentView()) });
    expect(await screen.findByRole('combobox', { name: 'Environment' })).toHaveValue('Other');
    unmount();
    open({});
    expect(await screen.findByRole('combobox', { name: 'Environment' })).toHaveValue('staging');
    localStorage.removeItem('assay.environment');
  });

  it('says how many tests match, and that a repository cannot be read', async () => {
    const test = (name: string, tags: string[]) => ({ name, tags, file: 'cart.spec.ts', id: name });
    open({
      'GET /projects/p1/branches': () => ({
        status: 502,
        body: { code: 'git.failed', message: 'The server refused.', requestId: 'q1', errors: [] },
      }),
      'GET /projects/p1/tests': [test('adds', ['@smoke']), test('pays', ['smoke', 'slow']), test('ships', [])],
    });
    expect(await screen.findByText('The repository cannot be read: The server refused.')).toBeVisible();
    await userEvent.click(screen.getByRole('radio', { name: 'By tags' }));
    await userEvent.type(await screen.findByRole('combobox', { name: 'Include tags' }), 'smoke{Enter}');
    expect(await screen.findByText('2 of 3 tests match')).toBeVisible();
    await userEvent.type(screen.getByRole('combobox', { name: 'Exclude tags' }), 'slow{Enter}');
    expect(await screen.findByText('1 of 3 tests matches')).toBeVisible();
  });

  it('offers the tags that the project and its tests are known to have', async () => {
    const test = (name: string, tags: string[]) => ({ name, tags, file: 'cart.spec.ts', id: name });
    const { sent } = open({
      'GET /projects': [projectView({ testTags: ['@nightly'] })],
      'GET /projects/p1/tests': [test('adds', ['@smoke']), test('pays', ['@smoke', '@slow'])],
      'POST /test-runs': { id: 'r7', revision: '0', position: positionAt(50) },
      'POST /users/me/toggle-follow': { id: 'r7', revision: '0', position: positionAt(51), following: true },
    });
    await userEvent.click(await screen.findByRole('radio', { name: 'By tags' }));
    await userEvent.click(await screen.findByRole('combobox', { name: 'Include tags' }));
    await screen.findByRole('option', { name: '@slow' });
    const offered = screen.getAllByRole('option').map(({ textContent }) => textContent);
    expect(offered).toEqual(['@nightly', '@slow', '@smoke']);
    await userEvent.click(screen.getByRole('option', { name: '@slow' }));
    expect(await screen.findByText('1 of 2 tests matches')).toBeVisible();
    await submit();
    await waitFor(() =>
      expect(sent.find(({ path }) => path === '/test-runs')?.body).toMatchObject({ includeTags: ['@slow'] }),
    );
  });

  it("runs a suite with the suite's settings, and says how many tests it has", async () => {
    const test = (name: string, tags: string[]) => ({ name, tags, file: 'cart.spec.ts', id: name });
    const { sent, address } = open({
      'GET /test-suites': [testSuiteView({ maxRunners: 3 })],
      'GET /projects/p1/tests': [test('adds', ['@smoke']), test('pays', ['@smoke']), test('ships', [])],
      'POST /test-runs': { id: 'r7', revision: '0', position: positionAt(50) },
      'POST /users/me/toggle-follow': { id: 'r7', revision: '0', position: positionAt(51), following: true },
    });
    await userEvent.click(await screen.findByRole('radio', { name: 'A suite' }));
    await submit();
    expect(await screen.findByText('You must select a Test Suite')).toBeVisible();
    await userEvent.click(screen.getByRole('combobox', { name: /^Test Suite/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Smoke' }));
    expect(await screen.findByText('2 of 3 tests match')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Runners' })).toHaveValue('3');
    await submit();
    await waitFor(() => expect(address()).toBe('/northwind/test-runs/r7'));
    expect(sent.find(({ path }) => path === '/test-runs')?.body).toMatchObject({ testSuiteId: 's1', runners: 3 });
  });

  it('runs what is deployed, says which version that is, and that there is none in the exact words', async () => {
    const project = projectView({ hasDeploy: true });
    const first = open({
      'GET /projects': [project],
      'GET /deploys/latest': deployView({ commit: '8f31c02a4d' }),
      'POST /test-runs': { id: 'r7', revision: '0', position: positionAt(50) },
      'POST /users/me/toggle-follow': { id: 'r7', revision: '0', position: positionAt(51), following: true },
    });
    await userEvent.click(await screen.findByRole('radio', { name: 'Latest deploy' }));
    expect(await screen.findByText('8f31c02a4d')).toBeVisible();
    expect(screen.queryByRole('combobox', { name: 'Branch' })).not.toBeInTheDocument();
    await submit();
    await waitFor(() => expect(first.address()).toBe('/northwind/test-runs/r7'));
    expect(first.sent.find(({ path }) => path === '/test-runs')?.body).toMatchObject({ latestDeploy: true });
    first.unmount();

    const refusal = { field: 'latestDeploy', message: 'Selected project does not have a latest deploy' };
    open({
      'GET /projects': [project],
      'GET /deploys/latest': () => ({
        status: 404,
        body: { code: 'notFound', message: 'Not found', requestId: 'q1', errors: [] },
      }),
      'POST /test-runs': () => ({
        status: 400,
        body: { code: 'validation', message: 'Form validation failed', requestId: 'q2', errors: [refusal] },
      }),
    });
    await userEvent.click(await screen.findByRole('radio', { name: 'Latest deploy' }));
    expect(
      await screen.findByText(
        'There are currently no deploys of this project to this environment in Assay, so you must select a specific version to run.',
      ),
    ).toBeVisible();
    await submit();
    expect(await screen.findByText('Selected project does not have a latest deploy')).toBeVisible();
  });

  it('sends the form and opens the new run', async () => {
    const { sent, address } = open({
      'POST /test-runs': { id: 'r7', revision: '0', position: positionAt(50) },
      'POST /users/me/toggle-follow': { id: 'r7', revision: '0', position: positionAt(51), following: true },
    });
    await submit();
    await waitFor(() => expect(address()).toBe('/northwind/test-runs/r7'));
    expect(sent.at(-1)).toMatchObject({ path: '/users/me/toggle-follow', body: { testRunId: 'r7' } });
    expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({
      project: 'checkout',
      environment: 'staging',
      branch: 'master',
      runners: 2,
      testTimeoutSeconds: 900,
      timeoutMinutes: 180,
      priority: 1,
    });
  });

  it("shows the service's texts on their fields, and the others above the button", async () => {
    open({
      'POST /test-runs': () => ({
        status: 400,
        body: {
          code: 'validation',
          message: 'Form validation failed',
          requestId: 'r',
          errors: [
            { field: 'branch', message: 'No such branch' },
            { field: 'moon', message: 'The moon is full' },
          ],
        },
      }),
    });
    await submit();
    expect(await screen.findByText('No such branch')).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Branch' })).toBeInvalid();
    expect(screen.getByRole('alert')).toHaveTextContent('The moon is full');
  });
});
