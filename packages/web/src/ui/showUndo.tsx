import { UnstyledButton } from '@mantine/core';
import { notifications } from '@mantine/notifications';

/** Shows for ten seconds, in the corner of the page, what was done, with a way to take it back. */
export function showUndo(message: string, undo: () => void): void {
  const id = notifications.show({
    autoClose: 10_000,
    message: (
      <>
        {message}{' '}
        <UnstyledButton
          className="link"
          onClick={() => {
            notifications.hide(id);
            undo();
          }}
        >
          Undo
        </UnstyledButton>
      </>
    ),
  });
}
