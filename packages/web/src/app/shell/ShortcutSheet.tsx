import { Modal } from '@mantine/core';
import { KeyHint } from '../../ui/KeyHint.tsx';
import { useShortcut } from '../../ui/useShortcut.ts';
import styles from './ShortcutSheet.module.css';

const shortcuts: readonly { keys: readonly string[]; text: string }[] = [
  { keys: ['⌘ K', 'Ctrl K'], text: 'Search or jump to anything' },
  { keys: ['j', 'k'], text: 'Next and previous row' },
  { keys: ['Enter'], text: 'Open the row' },
  { keys: ['Esc'], text: 'Go back or close' },
  { keys: ['/'], text: 'Search in the list' },
  { keys: ['n', 'p'], text: 'Next and previous failed test' },
  { keys: ['t'], text: 'Take the test to review it' },
  { keys: ['r'], text: 'Open the rerun menu' },
  { keys: ['a'], text: 'Reviewer of the run in the list' },
  { keys: ['c'], text: 'Pick the run in the list, to compare it' },
  { keys: ['i'], text: 'Create an issue about the failed tests' },
  { keys: ['c'], text: 'Correct the kind of a cause' },
  { keys: ['Space'], text: 'Check the test in the tree' },
  { keys: ['Space'], text: 'Play or pause a replay' },
  { keys: [',', '.'], text: 'Previous and next event of a replay' },
  { keys: ['o'], text: 'Open the page of the release' },
  { keys: ['g', 'n'], text: 'Decide Go or No-Go on a release' },
  { keys: ['?'], text: 'This list' },
];

/** Every shortcut, on `?` or from the header's button. */
export function ShortcutSheet({
  opened,
  onOpen,
  onClose,
}: {
  opened: boolean;
  onOpen: () => void;
  onClose: () => void;
}) {
  useShortcut('?', onOpen);
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts" size={380}>
      <dl className={styles.list}>
        {shortcuts.map(({ keys, text }) => (
          <div key={text} className={styles.row}>
            <dt>{text}</dt>
            <dd>
              {keys.map((key) => (
                <KeyHint key={key}>{key}</KeyHint>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
