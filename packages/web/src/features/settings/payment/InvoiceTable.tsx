import { formatCents, type InvoiceView } from '@assay/contract';
import { useListInvoicesQuery } from '../../../connection/serviceHooks.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { formatDay } from '../../../ui/format/formatTime.ts';
import { IconDownload } from '../../../ui/icons/icons.ts';

const columns: Column<InvoiceView>[] = [
  { key: 'at', title: 'Invoice', cell: ({ at }) => formatDay(at) },
  { key: 'description', title: 'For', cell: ({ description }) => description },
  { key: 'amount', title: 'Amount', numeric: true, cell: ({ amount }) => formatCents(amount) },
  {
    key: 'url',
    title: 'PDF',
    cell: ({ url, at }) =>
      url && (
        <a className="link" href={url} rel="noreferrer" target="_blank" aria-label={`Invoice of ${formatDay(at)}`}>
          <IconDownload size={16} stroke={1.75} aria-hidden="true" />
        </a>
      ),
  },
];

/** What was charged, the newest first. While the processor is away, the page does without. */
export function InvoiceTable() {
  const { data: invoices = [] } = useListInvoicesQuery();
  if (invoices.length === 0) return null;
  return <DataTable label="Invoices" columns={columns} rows={invoices} keyOf={({ id }) => id} />;
}
