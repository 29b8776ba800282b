import { type ComparedResult, type ComparedTest, limits, type TestRunView } from '@assay/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { serviceEndpoints } from '../../../connection/serviceEndpoints.ts';
import { useAppDispatch } from '../../../connection/useAppDispatch.ts';
import { type CsvColumn, csvOf } from '../../../ui/csv.ts';
import { IconDownload } from '../../../ui/icons/icons.ts';
import { saveFile } from '../../../ui/saveFile.ts';
import { showFailure } from '../../../ui/showFailure.ts';
import type { ListedGroup } from './comparisonUrl.ts';
import { groupNames, listedGroups } from './groups.ts';

type Row = { group: ListedGroup; test: ComparedTest };

function columnsOf(run: TestRunView, of: (test: ComparedTest) => ComparedResult | null): CsvColumn<Row>[] {
  const column = (title: string, value: (result: ComparedResult) => string | number | null): CsvColumn<Row> => ({
    title: `#${run.number} ${title}`,
    value: ({ test }) => {
      const result = of(test);
      return result && value(result);
    },
  });
  return [
    column('status', ({ status, flaky }) => (flaky ? `${status} (flaky)` : status)),
    column('seconds', ({ duration }) => (duration === null ? null : duration / 1000)),
    column('error', ({ error }) => error),
  ];
}

/** Saves every test that changed as a CSV file. */
export function ExportButton({ first, second, tql }: { first: TestRunView; second: TestRunView; tql: string }) {
  const dispatch = useAppDispatch();
  const [busy, setBusy] = useState(false);

  async function read(): Promise<Row[]> {
    const rows: Row[] = [];
    const limit = limits.pageOfComparedTests;
    for (const group of listedGroups) {
      for (let offset = 0, total = 1; offset < total; offset += limit) {
        const query = { first: first.id, second: second.id, group, offset, limit, ...(tql === '' ? {} : { tql }) };
        const page = await dispatch(
          serviceEndpoints.endpoints.listComparedTests.initiate({ query }, { subscribe: false }),
        ).unwrap();
        total = page.total;
        rows.push(...page.tests.map((test) => ({ group, test })));
      }
    }
    return rows;
  }

  async function save(): Promise<void> {
    setBusy(true);
    try {
      const text = csvOf(
        [
          { title: 'Change', value: ({ group }) => groupNames[group] },
          { title: 'File', value: ({ test }) => test.file },
          { title: 'Test', value: ({ test }) => test.name },
          ...columnsOf(first, (test) => test.first),
          ...columnsOf(second, (test) => test.second),
        ],
        await read(),
      );
      saveFile(`comparison-${first.number}-${second.number}.csv`, text, 'text/csv');
    } catch (error) {
      showFailure(error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button
      leftSection={<IconDownload size={14} stroke={1.75} aria-hidden />}
      loading={busy}
      onClick={() => void save()}
    >
      Export
    </Button>
  );
}
