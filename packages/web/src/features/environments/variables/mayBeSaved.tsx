import { roomForVariables, sizeOfVariables } from '@assay/contract';
import { modals } from '@mantine/modals';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { popupOfVariables, type VariableForm } from './variableForm.ts';

/** Says in a popup why variables cannot be saved as they are, or asks. @returns whether to save them */
export async function mayBeSaved(variables: readonly VariableForm[]): Promise<boolean> {
  const title = popupOfVariables(variables);
  switch (title) {
    case null:
      return true;
    case 'Variable Values Empty':
      modals.open({
        title,
        children: 'Every variable needs a name and a value. Fill them in, or remove the variable.',
      });
      return false;
    case 'Environment File Empty':
      modals.open({ title, children: 'Every file needs content. Fill it in, or remove the file.' });
      return false;
    case 'Environment too large':
      return new Promise((resolve) =>
        modals.openConfirmModal({
          title,
          children: `The variables have ${formatCount(sizeOfVariables(variables))} characters together. Windows starts no program with more than ${formatCount(roomForVariables)}. Large values can be files instead.`,
          labels: { confirm: 'Save anyway', cancel: 'Go back' },
          onConfirm: () => resolve(true),
          onClose: () => resolve(false),
        }),
      );
  }
}
