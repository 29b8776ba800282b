import { MantineProvider } from '@mantine/core';
import { cleanNotifications, Notifications } from '@mantine/notifications';
import { act, render, screen } from '@testing-library/react';
import { serviceErrorOf } from '../connection/serviceError.ts';
import { showFailure } from './showFailure.ts';

function noticeOf(error: unknown) {
  render(
    <MantineProvider env="test">
      <Notifications />
    </MantineProvider>,
  );
  act(() => showFailure(error));
  return screen.findByRole('alert');
}

afterEach(() => cleanNotifications());

describe('the notice of a failure', () => {
  it("shows the service's message", async () => {
    const error = serviceErrorOf(409, { code: 'project.archived', message: 'The project is archived.' });
    expect(await noticeOf(error)).toHaveTextContent('Something went wrongThe project is archived.');
  });

  it('shows the errors of fields rather than that the form was refused', async () => {
    const errors = [{ field: 'testIds', message: 'At most 10,000 tests can be selected.' }];
    const error = serviceErrorOf(400, { code: 'request.invalid', message: 'Form validation failed', errors });
    expect(await noticeOf(error)).toHaveTextContent('Something went wrongAt most 10,000 tests can be selected.');
  });

  it('asks to try again if the service gave no reason', async () => {
    expect(await noticeOf(new Error('broken'))).toHaveTextContent('Something went wrongPlease try again');
  });
});
