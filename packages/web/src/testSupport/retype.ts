import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

/** Puts a text in place of what a field holds, once the field is there and may be typed into; '' empties it. */
export async function retype(label: string | RegExp, text: string): Promise<void> {
  const field = await screen.findByLabelText(label);
  await waitFor(() => expect(field).toBeEnabled());
  await userEvent.clear(field);
  if (text !== '') await userEvent.type(field, text, { delay: null });
}
