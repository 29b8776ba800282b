import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Form, Formik } from 'formik';
import { serviceErrorOf } from '../../connection/serviceError.ts';
import { makePage, renderOn } from '../../testSupport/pageOfTests.tsx';
import { retype } from '../../testSupport/retype.ts';
import { TextField } from './fields.tsx';
import { SaveNotice } from './SaveNotice.tsx';
import { useSave } from './useSave.ts';

type Thing = { name: string; branch: string };
type Outcome = { data: string; error?: undefined } | { data?: undefined; error: unknown };

const before: Thing = { name: 'Shop', branch: 'master' };
const refused = (status: number, errors: { field: string; message: string }[] = []): Outcome => ({
  error: serviceErrorOf(status, { code: 'some.code', message: 'The shop is closed.', requestId: 'req-7', errors }),
});

function ThingForm({
  send,
  readNewest,
}: {
  send: (thing: Thing) => Promise<Outcome>;
  readNewest: () => Promise<Thing | null>;
}) {
  const save = useSave<Thing, string>({
    send,
    onSaved: (_answer, thing, { resetForm }) => resetForm({ values: thing }),
    shared: { noun: 'thing', readNewest },
  });
  return (
    <Formik<Thing> initialValues={before} onSubmit={save.submit}>
      {({ dirty }) => (
        <Form>
          <TextField name="name" label="Name" />
          <TextField name="branch" label="Branch" />
          <SaveNotice save={save} />
          <p role="status">{save.state.kind === 'saved' && !dirty ? 'Saved' : ''}</p>
          <button type="submit">Save</button>
        </Form>
      )}
    </Formik>
  );
}

function open(outcome: Outcome | Promise<Outcome>, newest: Thing | null = null) {
  const sent: Thing[] = [];
  const send = async (thing: Thing) => {
    sent.push(thing);
    return await outcome;
  };
  renderOn(makePage(), <ThingForm send={send} readNewest={async () => newest} />);
  return sent;
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('saving a form', () => {
  it('sends what was typed, and confirms saving', async () => {
    const sent = open({ data: 'done' });
    await retype('Name', 'Store');
    await press('Save');
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Saved'));
    expect(sent).toEqual([{ name: 'Store', branch: 'master' }]);
  });

  it("shows a field's error at the field, and nowhere else", async () => {
    open(refused(400, [{ field: 'name', message: 'This name is already in use' }]));
    await press('Save');
    expect(await screen.findByText('This name is already in use')).toBeVisible();
    expect(screen.getByLabelText('Name')).toBeInvalid();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('shows an error without a field next to the form, until the next attempt', async () => {
    const outcomes: Outcome[] = [refused(409), { data: 'done' }];
    const send = async () => outcomes.shift() ?? refused(500);
    renderOn(makePage(), <ThingForm send={send} readNewest={async () => null} />);
    await press('Save');
    expect(await screen.findByRole('alert')).toHaveTextContent('The shop is closed.');
    await press('Save');
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  });

  it('shows an error of a field that the form does not have', async () => {
    open(refused(400, [{ field: 'id', message: 'There is no such thing.' }]));
    await press('Save');
    expect(await screen.findByRole('alert')).toHaveTextContent('There is no such thing.');
  });

  it('asks to try again if the reason is unknown', async () => {
    open({ error: new Error('broken') });
    await press('Save');
    expect(await screen.findByRole('alert')).toHaveTextContent('Please try again');
  });

  it('sends once, however often it is submitted meanwhile', async () => {
    let answer: (outcome: Outcome) => void = () => undefined;
    const sent = open(
      new Promise<Outcome>((resolve) => {
        answer = resolve;
      }),
    );
    const form = screen.getByRole('button', { name: 'Save' }).closest('form') as HTMLFormElement;
    fireEvent.submit(form);
    fireEvent.submit(form);
    await waitFor(() => expect(sent).toHaveLength(1));
    await act(async () => answer({ data: 'done' }));
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Saved'));
    expect(sent).toHaveLength(1);
    await press('Save');
    await waitFor(() => expect(sent).toHaveLength(2));
  });
});

describe('saving what somebody else changed meanwhile', () => {
  it('keeps what was typed, and takes over what they changed when asked to', async () => {
    open(refused(412), { name: 'Renamed', branch: 'master' });
    await retype('Branch', 'main');
    await press('Save');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Somebody else changed this thing since you opened it.');
    expect(screen.getByLabelText('Branch')).toHaveValue('main');
    await press('Load their version');
    await waitFor(() => expect(screen.getByLabelText('Name')).toHaveValue('Renamed'));
    expect(screen.getByLabelText('Branch')).toHaveValue('main');
    expect(alert).not.toBeInTheDocument();
  });

  it('shows their value if both changed the same field', async () => {
    open(refused(412), { name: 'Renamed', branch: 'master' });
    await retype('Name', 'Store');
    await press('Save');
    await userEvent.click(await screen.findByRole('button', { name: 'Load their version' }));
    await waitFor(() => expect(screen.getByLabelText('Name')).toHaveValue('Renamed'));
  });

  it('keeps the form if the newest version cannot be read', async () => {
    open(refused(412));
    await retype('Name', 'Store');
    await press('Save');
    await userEvent.click(await screen.findByRole('button', { name: 'Load their version' }));
    expect(screen.getByLabelText('Name')).toHaveValue('Store');
    expect(screen.getByRole('alert')).toHaveTextContent('Somebody else changed this thing');
  });
});
