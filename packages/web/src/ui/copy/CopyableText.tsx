import { Button } from '@mantine/core';
import styles from './CopyableText.module.css';
import { useCopy } from './useCopy.ts';

type Props = {
  text: string;
  /** The text as it is easier to read. */
  shown?: string;
};

/** A text to be kept elsewhere, such as a key, with a button that copies it. */
export function CopyableText({ text, shown = text }: Props) {
  const { copied, copy } = useCopy(text);
  return (
    <div className={styles.copyable}>
      <pre className={styles.text}>{shown}</pre>
      <Button onClick={copy}>{copied ? 'Copied' : 'Copy'}</Button>
    </div>
  );
}
