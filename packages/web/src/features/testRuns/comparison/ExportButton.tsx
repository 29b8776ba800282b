import { type ComparedResult, type ComparedTest, limits, type TestRunView } from '@assay/contract';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useAppDispatch } from '../../../connection/useAppDispatch.ts';
import { saveFile } from '../../../ui/saveFile.ts';
import { showFailure } from '../../../ui/showFailure.ts';
import { listComparedTests } from './comparisonApi.ts';
import { groupNames, listedGroups } from './groups.ts';

const columns = (first: number, second: number) => [
  'Change',
  'File',
  'Test',
  ...[first, second].flatMap((number) => [`#${number} status`, `#${number} seconds`, `#${number} error`]),
];

/** A cell of a CSV file; a text that a spreadsheet would take for a formula is kept a text. */
function cell(value: string): string {
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function cellsOf(result: ComparedResult | null): string[] {
  if (!result) return ['', '', ''];
  const status = result.flaky ? `${result.status} (flaky)` : result.status;
  return [status, result.duration === null ? '' : String(result.duration / 1000), result.error ?? ''];
}

/** Saves every test that changed as a CSV file. */
export function ExportButton({ first, second, tql }: { first: TestRunView; second: TestRunView; tql: string }) {
  const dispatch = useAppDispatch();
  const [busy, setBusy] = useState(false);

  async function read(): Promise<string[][]> {
    const rows: string[][] = [];
    const limit = limits.pageOfComparedTests;
    for (const group of listedGroups) {
      for (let offset = 0, total = 1; offset < total; offset += limit) {
        const query = { first: first.id, second: second.id, group, offset, limit, ...(tql === '' ? {} : { tql }) };
        const page = await dispatch(listComparedTests.initiate({ query }, { subscribe: false })).unwrap();
        total = page.total;
        const rowOf = (test: ComparedTest) => [
          groupNames[group],
          test.file,
          test.name,
          ...cellsOf(test.first),
          ...cellsOf(test.second),
        ];
        rows.push(...page.tests.map(rowOf));
      }
    }
    return rows;
  }

  async function save(): Promise<void> {
    setBusy(true);
    try {
      const rows = [columns(first.number, second.number), ...(await read())];
      const text = rows.map((row) => row.map(cell).join(',')).join('\r\n');
      saveFile(`comparison-${first.number}-${second.number}.csv`, `${text}\r\n`, 'text/csv');
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
