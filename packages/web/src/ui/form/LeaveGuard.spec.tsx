import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Formik } from 'formik';
import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { makePage, renderOn } from '../../testSupport/pageOfTests.tsx';
import { Form } from './Form.tsx';
import { TextField } from './fields.tsx';

function ThingForm({ leavesFreely = false, default: filledIn }: { leavesFreely?: boolean; default?: string }) {
  const navigate = useNavigate();
  return (
    <Formik initialValues={{ name: 'Shop' }} onSubmit={() => navigate('/northwind/saved')}>
      {({ setFieldValue }) => (
        <Form leavesFreely={leavesFreely}>
          <TextField name="name" label="Name" />
          <FilledIn fill={() => filledIn && setFieldValue('name', filledIn)} />
          <button type="submit">Save</button>
          <Link to="?tab=other">Tab</Link>
        </Form>
      )}
    </Formik>
  );
}

function FilledIn({ fill }: { fill: () => unknown }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as a default is.
  useEffect(() => void fill(), []);
  return null;
}

function open(props: Parameters<typeof ThingForm>[0] = {}) {
  return renderOn(
    makePage(),
    <>
      <ThingForm {...props} />
      <Link to="/northwind/elsewhere">Elsewhere</Link>
    </>,
    '/northwind/thing',
  );
}
const typeMore = async () => {
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), ' two');
};
const follow = (name: string) => userEvent.click(screen.getByRole('link', { name }));
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('leaving a form', () => {
  it('with changes asks, and stays with what was typed or leaves', async () => {
    const { address } = open();
    await typeMore();
    await follow('Elsewhere');
    expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
    await press('Stay');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect([address(), screen.getByRole('textbox')]).toEqual([
      '/northwind/thing',
      expect.objectContaining({ value: 'Shop two' }),
    ]);
    await follow('Elsewhere');
    await press('Leave');
    await waitFor(() => expect(address()).toBe('/northwind/elsewhere'));
  });

  it('with changes has the browser ask before the page is closed', async () => {
    open();
    const isHeld = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(isHeld()).toBe(false);
    await typeMore();
    expect(isHeld()).toBe(true);
  });

  it.each([
    ['without changes', {}, null],
    ['that filled in a default by itself', { default: 'Shop three' }, null],
    ['of those that lose nothing', { leavesFreely: true }, typeMore],
  ])('%s asks nothing', async (_what, props, change) => {
    const { address } = open(props);
    await change?.();
    await follow('Elsewhere');
    await waitFor(() => expect(address()).toBe('/northwind/elsewhere'));
  });

  it('asks nothing when it was saved, or when only the query changes', async () => {
    const { address } = open();
    await typeMore();
    await follow('Tab');
    await waitFor(() => expect(address()).toBe('/northwind/thing?tab=other'));
    await press('Save');
    await waitFor(() => expect(address()).toBe('/northwind/saved'));
  });
});
