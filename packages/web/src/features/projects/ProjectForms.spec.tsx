import { testingFrameworks } from '@assay/contract';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answered, makePage, renderOn } from '../../testSupport/pageOfTests.tsx';
import { positionAt, projectView } from '../../testSupport/views.ts';
import { NewProjectScreen } from './NewProjectScreen.tsx';
import { ProjectSettingsTab } from './ProjectSettingsTab.tsx';

const answer = { id: 'p1', revision: '5', position: positionAt(50) };

// Queries by role are slow in a form of this size, and typing letter by letter proves nothing here.
const fieldOf = (label: string) => screen.getByLabelText(label, { selector: 'input', exact: false });

const fill = (label: string, text: string) => set(fieldOf(label), text);

// The form validates after each change, which must finish before the next one.
async function set(field: HTMLElement, text: string) {
  await act(async () => {
    fireEvent.change(field, { target: { value: text } });
  });
}

const nameField = () => screen.getByLabelText(/^Name( \*)?$/);

const fillName = (text: string) => set(nameField(), text);

async function pick(framework: string) {
  await userEvent.click(fieldOf('Testing framework'));
  await userEvent.click(await screen.findByRole('option', { name: framework }));
}

describe('adding a project', () => {
  const open = (routes = {}) => {
    const page = makePage({ 'POST /projects': answer, ...routes });
    return { ...page, ...renderOn(page, <NewProjectScreen />, '/northwind/projects/new?by=hand') };
  };
  const submit = async () => await userEvent.click(screen.getByRole('button', { name: 'Add project' }));

  it('asks for what is missing in the exact words', async () => {
    open();
    await screen.findByRole('heading', { name: 'Add project' });
    await fill('Default branch', ' ');
    await submit();
    expect(await screen.findByText('Select a testing framework')).toBeVisible();
    expect(screen.getByText('You must select a default branch')).toBeVisible();
    expect(screen.getAllByText("Can't be blank")).toHaveLength(2);
  });

  it('offers every framework, and asks for more for another one', async () => {
    open();
    await screen.findByRole('heading', { name: 'Add project' });
    await userEvent.click(fieldOf('Testing framework'));
    const offered = (await screen.findAllByRole('option')).map((option) => option.textContent);
    expect(offered).toEqual([...testingFrameworks]);
    await userEvent.click(screen.getByRole('option', { name: 'Other' }));
    await submit();
    expect(await screen.findByText('Enter the name of your testing framework')).toBeVisible();
  });

  it('derives the key from the name until the key is touched', async () => {
    open();
    await screen.findByRole('heading', { name: 'Add project' });
    await fillName('Café Checkout!');
    expect(fieldOf('Key')).toHaveValue('cafe-checkout');
    await fill('Key', 'shop');
    await fillName('Something else');
    expect(fieldOf('Key')).toHaveValue('shop');
  });

  it("refuses an invalid repository, and shows the service's errors on their fields", async () => {
    const { address } = open({
      'POST /projects': () => ({
        status: 400,
        body: {
          code: 'validation',
          message: 'Form validation failed',
          requestId: 'r',
          errors: [{ field: 'name', message: 'This name is already in use' }],
        },
      }),
    });
    await screen.findByRole('heading', { name: 'Add project' });
    await fillName('Shop');
    await fill('Git URL', 'not a url');
    await pick('Playwright');
    await submit();
    expect(await screen.findByText('Invalid URL')).toBeVisible();
    await fill('Git URL', 'https://git.test/a.git');
    await submit();
    expect(await screen.findByText('This name is already in use')).toBeVisible();
    expect(address()).toBe('/northwind/projects/new?by=hand');
  });
});

describe("changing a project's settings", () => {
  const open = (routes = {}, roleType: 'USER' | 'ADMIN' = 'ADMIN') => {
    const page = makePage({ 'GET /projects': [projectView()], 'PUT /projects/p1': answer, ...routes }, { roleType });
    return { ...page, ...renderOn(page, <ProjectSettingsTab project={projectView()} />) };
  };

  it.each([
    ['configFile', 'Config file', projectView()],
    ['resultFiles', 'Result files', projectView({ testingFramework: 'Other', otherFramework: 'Mocha' })],
  ])('begins at the field that the address names: %s', async (name, label, project) => {
    const page = makePage({ 'GET /projects': [project] });
    renderOn(page, <ProjectSettingsTab project={project} />, `/northwind/projects/checkout/settings?field=${name}`);
    await waitFor(() => expect(fieldOf(label)).toHaveFocus());
  });

  it('sends only what changed, with the revision that was seen', async () => {
    const { sent } = open();
    const save = await screen.findByRole('button', { name: 'Save' });
    expect(save).toBeDisabled();
    await fill('Default branch', 'main');
    await userEvent.click(save);
    expect(await screen.findByText('Saved')).toBeVisible();
    const put = sent.find(({ method }) => method === 'PUT');
    expect(put?.body).toEqual({ defaultBranch: 'main' });
    expect(put?.headers).toMatchObject({ 'If-Match': '4' });
    expect(save).toBeDisabled();
  });

  it('never overwrites a change that somebody else made meanwhile', async () => {
    open({
      'GET /projects': [projectView({ name: 'Renamed', revision: '9' })],
      'PUT /projects/p1': () => ({ status: 412, body: { code: 'stale', message: 'stale', requestId: 'r' } }),
    });
    await screen.findByRole('button', { name: 'Save' });
    await fill('Default branch', 'main');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Somebody else changed this project');
    await userEvent.click(screen.getByRole('button', { name: 'Load their version' }));
    await waitFor(() => expect(nameField()).toHaveValue('Renamed'));
  });

  it('is not offered to a USER, who reads the facts instead', async () => {
    await answered(open({}, 'USER'));
    expect(screen.getByText('https://git.test/checkout.git')).toBeVisible();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Delete project' })).not.toBeInTheDocument();
  });
});
