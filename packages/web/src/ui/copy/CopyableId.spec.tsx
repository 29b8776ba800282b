import { jest } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { cleanNotifications, Notifications } from '@mantine/notifications';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CopyableId } from './CopyableId.tsx';

const id = '01a2b3c4d5e6';

/** A page of plain http: without a clipboard, the browser copies what is selected, if at all. */
function openWithoutClipboard(allowed: boolean) {
  const copied: string[] = [];
  Object.assign(document, {
    execCommand: jest.fn(() => {
      const { activeElement } = document;
      if (allowed && activeElement instanceof HTMLTextAreaElement) copied.push(activeElement.value);
      return allowed;
    }),
  });
  render(
    <MantineProvider env="test">
      <Notifications />
      <CopyableId id={id} length={4} />
    </MantineProvider>,
  );
  return copied;
}

afterEach(() => {
  cleanNotifications();
  Reflect.deleteProperty(document, 'execCommand');
});

describe('copying on a page without a clipboard', () => {
  it('copies all of it and keeps the focus', async () => {
    const copied = openWithoutClipboard(true);
    await userEvent.click(screen.getByRole('button', { name: `Copy ${id.slice(0, 4)}` }));
    expect(await screen.findByRole('button', { name: `Copied ${id.slice(0, 4)}` })).toHaveFocus();
    expect(copied).toEqual([id]);
  });

  it('says that the browser does not allow it', async () => {
    openWithoutClipboard(false);
    await userEvent.click(screen.getByRole('button', { name: `Copy ${id.slice(0, 4)}` }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Not copied');
    expect(screen.queryByRole('button', { name: /^Copied/ })).not.toBeInTheDocument();
  });
});
