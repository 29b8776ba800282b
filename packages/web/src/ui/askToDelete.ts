import { modals } from '@mantine/modals';
import { showFailure } from './showFailure.ts';

type Deletion = {
  name: string;
  /** The word for it. */
  verb?: 'Delete' | 'Archive' | 'Remove' | 'Revoke';
  /** What follows from it. */
  follows: string;
  remove: () => PromiseLike<{ error?: unknown }>;
  onDeleted?: () => unknown;
};

/** Asks whether to delete, archive, remove or revoke a thing, naming it and what follows, and then does it; a refusal is shown. */
export function askToDelete({ name, verb = 'Delete', follows, remove, onDeleted }: Deletion): void {
  modals.openConfirmModal({
    title: `${verb} ${name}?`,
    children: follows,
    labels: { confirm: `${verb} ${name}`, cancel: 'Keep it' },
    confirmProps: { color: 'red', variant: 'filled' },
    onConfirm: async () => {
      const { error } = await remove();
      if (error) showFailure(error);
      else await onDeleted?.();
    },
  });
}
