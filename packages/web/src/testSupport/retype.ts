import { screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';

/**
 * Adds text to a field, as by pasting it: a form renders again for each typed character. Keys such as `{Enter}` after it
 * are pressed.
 */
export async function enter(
  field: Element,
  textAndKeys: string,
  user: Pick<UserEvent, 'click' | 'paste' | 'type'> = userEvent,
) {
  const [, text = '', keys = ''] = /^([^{]*)(.*)$/s.exec(textAndKeys) ?? [];
  await user.click(field);
  if (text !== '') await user.paste(text);
  if (keys !== '') await user.type(field, keys, { skipClick: true });
}

/** Replaces the text of a field once it is shown and enabled; '' empties it. */
export async function retype(label: string | RegExp, text: string): Promise<void> {
  const field = await screen.findByLabelText(label);
  await waitFor(() => expect(field).toBeEnabled());
  await userEvent.clear(field);
  if (text !== '') await enter(field, text);
}
