import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

/** Replaces the text of a field once it is shown and enabled; '' empties it. */
export async function retype(label: string | RegExp, text: string): Promise<void> {
  const field = await screen.findByLabelText(label);
  await waitFor(() => expect(field).toBeEnabled());
  await userEvent.clear(field);
  if (text !== '') await userEvent.type(field, text, { delay: null });
}
