import { Button } from '@mantine/core';
import { useCopy } from '../../ui/copy/useCopy.ts';
import { IconDownload, IconLink } from '../../ui/icons/icons.ts';
import { saveFile } from '../../ui/saveFile.ts';
import styles from './analytics.module.css';

type Props = {
  /** The query of an address that shows the same later on. */
  query: () => URLSearchParams;
  /** What is shown as a file: its name and text. Null: nothing to save yet. */
  csv: (() => { name: string; text: string }) | null;
};

/** What is shown, as a link or as a file. */
export function ExportButtons({ query, csv }: Props) {
  const { copied, copy } = useCopy(async () => {
    const { origin, pathname } = window.location;
    return `${origin}${pathname}?${query()}`;
  });
  return (
    <span className={styles.export}>
      <Button variant="default" size="xs" leftSection={<IconLink size={14} stroke={1.75} />} onClick={copy}>
        {copied ? 'Copied' : 'Copy link'}
      </Button>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconDownload size={14} stroke={1.75} />}
        disabled={csv === null}
        onClick={() => {
          const file = csv?.();
          if (file) saveFile(file.name, file.text, 'text/csv;charset=utf-8');
        }}
      >
        CSV
      </Button>
    </span>
  );
}
