import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answered, makePage, renderOn } from '../../testSupport/pageOfTests.tsx';
import { retype } from '../../testSupport/retype.ts';
import { environmentView, positionAt } from '../../testSupport/views.ts';
import { EnvironmentEditor } from './EnvironmentEditor.tsx';
import { fileNameOf, popupOfVariables } from './variables/variableForm.ts';

const answer = { id: 'e1', revision: '3', position: positionAt(50) };
const stored = environmentView({
  url: 'https://staging.test',
  variables: [
    { key: 'TOKEN', value: null, encrypted: true, file: false },
    { key: 'LOCALE', value: 'en', encrypted: false, file: false },
  ],
});

function open(environment: typeof stored | null, roleType: 'USER' | 'ADMIN' = 'ADMIN') {
  const page = makePage({ 'POST /environments': answer, 'PATCH /environments/e1': answer }, { roleType });
  return { ...page, ...renderOn(page, <EnvironmentEditor environment={environment} />, '/northwind/environments/e1') };
}

const press = async (name: string) => await userEvent.click(await screen.findByRole('button', { name }));

describe('saving an environment', () => {
  it('shows that it is being saved until the service has answered', async () => {
    let reply: () => void = () => undefined;
    const { routes } = open(stored);
    routes['PATCH /environments/e1'] = () =>
      new Promise((resolve) => {
        reply = () => resolve({ body: answer });
      });
    await retype('URL', 'https://other.test');
    const save = screen.getByRole('button', { name: 'Save' });
    expect(save).not.toHaveAttribute('data-loading');
    await userEvent.click(save);
    await waitFor(() => expect(save).toHaveAttribute('data-loading'));
    expect(save).toBeDisabled();
    await act(async () => reply());
    await waitFor(() => expect(save).not.toHaveAttribute('data-loading'));
  });

  it("is refused with 'Variable Values Empty' while a variable has no value", async () => {
    const { sent } = open(null);
    await screen.findByRole('button', { name: 'Add environment' });
    await retype(/^Name/, 'Staging');
    await press('Add variable');
    await retype('Name of variable 1', 'LOCALE');
    await press('Add environment');
    expect(await screen.findByRole('dialog', { name: 'Variable Values Empty' })).toBeInTheDocument();
    expect(sent.some(({ method }) => method === 'POST')).toBe(false);
  });

  it("is refused with 'Environment File Empty' while a file has no content", async () => {
    open(null);
    await screen.findByRole('button', { name: 'Add environment' });
    await retype(/^Name/, 'Staging');
    await press('Add file');
    await press('Keep file');
    expect(await screen.findByText('Blank File Name')).toBeInTheDocument();
    await press('Add environment');
    expect(await screen.findByRole('dialog', { name: 'Environment File Empty' })).toBeInTheDocument();
  });

  it("asks with 'Environment too large' where Windows could start nothing, and saves anyway", async () => {
    const value = 'x'.repeat(33_000);
    const large = { key: 'LARGE', value, encrypted: false, file: false };
    const { sent } = open(environmentView({ variables: [large] }));
    await retype('URL', 'https://staging.test');
    const changed = () => sent.filter(({ method }) => method === 'PATCH');
    await press('Save');
    expect(await screen.findByRole('dialog', { name: 'Environment too large' })).toHaveTextContent('33,007 characters');
    await press('Go back');
    await press('Save');
    expect(changed()).toEqual([]);
    await press('Save anyway');
    await waitFor(() => expect(changed()).toMatchObject([{ body: { url: 'https://staging.test' } }]));
  });

  it('tells the service that variables which are too large are to be saved', async () => {
    const large = { key: 'LARGE', value: 'x'.repeat(33_000), encrypted: false, file: false };
    const { sent } = open(environmentView({ variables: [large] }));
    await retype(/^Value of/, 'y'.repeat(33_000));
    await press('Save');
    await press('Save anyway');
    const changed = () => sent.filter(({ method }) => method === 'PATCH');
    await waitFor(() => expect(changed()).toMatchObject([{ body: { saveAnyway: true } }]));
  });

  it('does not count files, of which only the paths are passed on', () => {
    const file = { row: 'f', key: 'CERT', value: 'x'.repeat(90_000), encrypted: false, file: true, kept: false };
    expect(popupOfVariables([file])).toBeNull();
  });

  it('takes variables and files on a page of plain http', async () => {
    open(null);
    await press('Add variable');
    expect(await screen.findByLabelText('Name of variable 1')).toBeVisible();
    await press('Add file');
    await press('Keep file');
    expect(await screen.findByText('Blank File Name')).toBeInTheDocument();
  });

  it('puts the focus on the first invalid field', async () => {
    open(null);
    await screen.findByRole('button', { name: 'Add environment' });
    await retype('URL', 'staging.test');
    await press('Add environment');
    await waitFor(() => expect(screen.getByLabelText(/^Name/)).toHaveFocus());
    await retype(/^Name/, 'Staging');
    await press('Add environment');
    await waitFor(() => expect(screen.getByLabelText('URL')).toHaveFocus());
  });

  it('asks for an address with a protocol', async () => {
    open(null);
    await screen.findByRole('button', { name: 'Add environment' });
    await retype(/^Name/, 'Staging');
    await retype('URL', 'staging.test');
    await press('Add environment');
    expect(await screen.findByText('Invalid URL')).toBeVisible();
  });

  it('keeps an encrypted value that is not retyped, and sends an emptied address as null', async () => {
    const { sent, address } = open(stored);
    await screen.findByRole('button', { name: 'Save' });
    await retype('URL', '');
    await retype('Value of variable 2', 'de');
    await press('Save');
    await waitFor(() => expect(address()).toBe('/northwind/environments'));
    const patch = sent.find(({ method }) => method === 'PATCH');
    expect(patch?.headers).toMatchObject({ 'If-Match': '2' });
    expect(patch?.body).toEqual({
      url: null,
      variables: [
        { key: 'TOKEN', encrypted: true, file: false },
        { key: 'LOCALE', value: 'de', encrypted: false, file: false },
      ],
    });
  });

  it('keeps what was typed when somebody else was quicker, and takes over their change', async () => {
    const refused = { status: 412, body: { code: 'revision.stale', message: 'Read it again.', requestId: 'r' } };
    const page = makePage({
      'GET /environments': [{ ...stored, name: 'renamed', revision: '9' }],
      'PATCH /environments/e1': () => refused,
    });
    const { address } = renderOn(page, <EnvironmentEditor environment={stored} />, '/northwind/environments/e1');
    await retype('URL', 'https://other.test');
    await press('Save');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Somebody else changed this environment since you opened it.');
    await press('Load their version');
    await waitFor(() => expect(screen.getByLabelText(/^Name( \*)?$/)).toHaveValue('renamed'));
    page.routes['PATCH /environments/e1'] = answer;
    await press('Save');
    await waitFor(() => expect(address()).toBe('/northwind/environments'));
    const last = page.sent.filter(({ method }) => method === 'PATCH').at(-1);
    expect(last).toMatchObject({ headers: { 'If-Match': '9' }, body: { url: 'https://other.test' } });
  });

  it('is disabled for a USER, as is deleting', async () => {
    await answered(open(stored, 'USER'));
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Delete environment' })).toBeDisabled();
    expect(screen.getByLabelText('URL')).toBeDisabled();
  });
});

describe('the variables of an environment', () => {
  it('have the one that the address names, without a value', async () => {
    const page = makePage({ 'GET /environments': [], 'GET /pipeline-stages': [] });
    const address = '/northwind/environments/e1?variable=API_KEY';
    const { unmount } = renderOn(page, <EnvironmentEditor environment={environmentView({ variables: [] })} />, address);
    expect(await screen.findByRole('textbox', { name: 'Name of variable 1' })).toHaveValue('API_KEY');
    expect(screen.getByRole('textbox', { name: 'Value of variable 1' })).toHaveValue('');
    expect(screen.queryByRole('textbox', { name: 'Name of variable 2' })).toBeNull();
    unmount();
    const there = [{ key: 'API_KEY', value: '1', encrypted: false, file: false }];
    const known = environmentView({ variables: there } as never);
    renderOn(page, <EnvironmentEditor environment={known} />, address);
    expect(await screen.findByRole('textbox', { name: 'Value of variable 1' })).toHaveValue('1');
    expect(screen.queryByRole('textbox', { name: 'Name of variable 2' })).toBeNull();
  });

  it('have their names checked while they are typed', async () => {
    const { sent } = open(stored);
    await press('Add variable');
    await retype('Name of variable 3', 'LOCALE');
    expect(await screen.findAllByText('Two variables have the same key')).toHaveLength(2);
    await retype('Value of variable 3', 'x');
    await press('Save');
    await waitFor(() => expect(screen.getByLabelText('Name of variable 2')).toHaveFocus());
    expect(sent.some(({ method }) => method === 'PATCH')).toBe(false);
    await retype('Name of variable 3', 'A=B');
    expect(await screen.findByText('Must not have = in it, or characters that cannot be seen')).toBeVisible();
    await retype('Name of variable 3', 'REGION');
    await press('Save');
    await waitFor(() => expect(sent.some(({ method }) => method === 'PATCH')).toBe(true));
  });

  it('take a file from the disk, with its name where it has none', async () => {
    open(stored);
    await press('Add file');
    const chosen = screen.getByLabelText('File', { selector: 'input' });
    await userEvent.upload(chosen, new File([new Uint8Array([0xff, 0xfe, 0])], 'picture.png'));
    expect(await screen.findByText(/^picture.png cannot be used: it has to be text in UTF-8/)).toBeVisible();
    await userEvent.upload(chosen, new File(['-----BEGIN'], 'cert.pem'));
    await waitFor(() => expect(screen.getByLabelText('Content')).toHaveValue('-----BEGIN'));
    expect(screen.getByLabelText('File name')).toHaveValue('cert.pem');
    await press('Keep file');
    expect(await screen.findByText('10 characters')).toBeVisible();
  });
});

describe('a clone of an environment', () => {
  it('has the values of the other, the encrypted ones unseen, and a name and key of its own', async () => {
    const page = makePage({ 'POST /environments': answer });
    renderOn(page, <EnvironmentEditor environment={null} cloned={stored} />);
    await answered(page);
    await press('Add environment');
    await waitFor(() =>
      expect(page.sent.find(({ method }) => method === 'POST')?.body).toEqual({
        cloneOf: 'e1',
        name: 'staging copy',
        key: 'staging-copy',
        url: 'https://staging.test',
        maximumParallelTestRuns: 0,
        pipelineStageId: null,
        variables: [
          { key: 'TOKEN', encrypted: true, file: false },
          { key: 'LOCALE', value: 'en', encrypted: false, file: false },
        ],
      }),
    );
  });
});

describe('a file without a name', () => {
  it("is called 'Blank File Name'", () => {
    expect(fileNameOf('  ')).toBe('Blank File Name');
    expect(fileNameOf(' cert.pem ')).toBe('cert.pem');
  });
});
