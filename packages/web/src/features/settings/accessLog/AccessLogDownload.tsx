import { type AccessLogEntry, accessActionsOf, accessKindLabels, accessKinds, limits } from '@assay/contract';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useLazyListAccessLogQuery } from '../../../connection/serviceHooks.ts';
import { type CsvColumn, csvOf } from '../../../ui/csv.ts';
import { saveFile } from '../../../ui/saveFile.ts';
import { showFailure } from '../../../ui/showFailure.ts';
import { type AccessFilters, accessQueryOf } from './accessFilters.ts';
import { accessActor, accessText } from './accessText.ts';

const columns: readonly CsvColumn<AccessLogEntry>[] = [
  { title: 'Time', value: ({ at }) => at },
  { title: 'Who', value: (entry) => accessActor(entry) },
  { title: 'Kind', value: ({ action }) => kindOf(action) },
  { title: 'What', value: (entry) => accessText(entry) },
  { title: 'Address', value: ({ address }) => address },
];

function kindOf(action: AccessLogEntry['action']): string {
  const kind = accessKinds.find((each) => accessActionsOf[each].some((known) => known === action));
  return kind ? accessKindLabels[kind] : '';
}

/** Reads the log as it is filtered, page by page, and saves it as CSV; until then it can be stopped. */
export function AccessLogDownload({ filters }: { filters: AccessFilters }) {
  const [read] = useLazyListAccessLogQuery();
  const [count, setCount] = useState<number | null>(null);
  const stopped = useRef(false);

  async function download(): Promise<void> {
    stopped.current = false;
    setCount(0);
    const entries: AccessLogEntry[] = [];
    let before = '';
    do {
      const { data, error } = await read({
        query: { ...accessQueryOf({ ...filters, before }), limit: limits.maxPage },
      });
      if (stopped.current || !data) {
        if (error) showFailure(error);
        return setCount(null);
      }
      entries.push(...data.entries);
      setCount(entries.length);
      before = data.next ?? '';
    } while (before !== '');
    saveFile('access-log.csv', csvOf(columns, entries), 'text/csv;charset=utf-8');
    setCount(null);
  }

  if (count === null) return <Button onClick={() => void download()}>Download CSV</Button>;
  return <Button onClick={() => (stopped.current = true)}>Stop ({count.toLocaleString('en')} read)</Button>;
}
