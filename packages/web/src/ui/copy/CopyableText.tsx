import { Button } from '@mantine/core';
import styles from './CopyableText.module.css';
import { useCopy } from './useCopy.ts';

type Props = {
  text: string;
  /** The text as it is easier to read. */
  shown?: string;
  label?: string;
  /** Whether copying is what to do next. */
  isNext?: boolean;
};

/** A text to be kept elsewhere, such as a key or a command, with a button that copies it. */
export function CopyableText({ text, shown = text, label = 'Copy', isNext = false }: Props) {
  const { copied, copy } = useCopy(text);
  return (
    <div className={styles.copyable}>
      <pre className={styles.text}>{shown}</pre>
      <Button
        variant={isNext ? 'filled' : 'default'}
        onClick={copy}
        autoFocus={isNext}
        data-autofocus={isNext || undefined}
      >
        {copied ? 'Copied' : label}
      </Button>
    </div>
  );
}
