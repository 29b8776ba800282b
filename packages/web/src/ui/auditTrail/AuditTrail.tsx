import type { AuditEntry } from '@assay/contract';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { EmptyState } from '../EmptyState.tsx';
import { DateTimeField } from '../form/DateTimeField.tsx';
import { Loaded, type Query } from '../Loaded.tsx';
import { Pager } from '../Pager.tsx';
import { ScreenHead } from '../ScreenHead.tsx';
import { oneText, type UrlFilters } from '../urlFilters.ts';
import { useUrlFilters } from '../useUrlFilters.ts';
import { AsItStood } from './AsItStood.tsx';
import { AuditTable } from './AuditTable.tsx';
import { type AuditedFields, AuditedFieldsContext } from './auditedFields.ts';
import styles from './auditTrail.module.css';
import { RestoreModal, type SendRestore } from './RestoreModal.tsx';
import { VersionSlider } from './VersionSlider.tsx';
import { type Version, versionAt, versionsOf } from './versions.ts';

const atFilter: UrlFilters<{ at: string }> = { at: oneText('at', (text) => !Number.isNaN(Date.parse(text))) };
const pageSize = 50;

type AuditTrailProps = {
  /** The thing, while it is in use. */
  thing: { name: string; revision: string } | undefined;
  noun: string;
  query: Query<AuditEntry[]>;
  back: { to: string; label: string };
  fields: AuditedFields;
  /** Brings a version back; null for what cannot be restored, and for those who may not. */
  restore: SendRestore | null;
};

/** Who changed what of a thing, and how it was at a moment, which the URL keeps. */
export function AuditTrail({ thing, noun, query, back, fields, restore }: AuditTrailProps) {
  // One text, which breaks as such: the head would set its parts next to each other.
  const title = <span>Audit log {thing && <span className={styles.thing}>{thing.name}</span>}</span>;
  const head = { title, documentTitle: `Audit log of ${thing?.name ?? noun}`, back };
  return (
    <Loaded
      query={query}
      failed="The audit log could not be loaded"
      notFound={`This ${noun} does not exist`}
      empty={
        <>
          <ScreenHead {...head} />
          <EmptyState title="No audit trail available for this item." />
        </>
      }
    >
      {(entries) => (
        <AuditedFieldsContext value={fields}>
          <Versions head={head} versions={versionsOf(entries)} restore={thing ? restore : null} />
        </AuditedFieldsContext>
      )}
    </Loaded>
  );
}

type VersionsProps = {
  head: Parameters<typeof ScreenHead>[0];
  versions: readonly Version[];
  restore: SendRestore | null;
};

function Versions({ head, versions, restore }: VersionsProps) {
  const { filters, setFilters } = useUrlFilters(atFilter, { replace: true });
  const [newest] = versions;
  const shown = (filters.at === '' ? newest : versionAt(versions, filters.at)) ?? newest;
  const [page, setPage] = useState(1);
  const [isAsked, { open, close }] = useDisclosure(false);
  if (!newest || !shown) return null;
  const pick = (version: Version | undefined) => setFilters({ at: !version || version === newest ? '' : version.time });
  const byNumber = (number: number) => pick(versions.find((version) => version.number === number));
  const rows = versions.slice((page - 1) * pageSize, page * pageSize);
  return (
    <>
      <ScreenHead
        {...head}
        actions={
          shown !== newest && (
            <>
              <Button onClick={() => pick(newest)}>Back to now</Button>
              {restore && (
                <Button variant="filled" onClick={open}>
                  Restore version {shown.number}
                </Button>
              )}
            </>
          )
        }
      />
      <div className={styles.moment}>
        <DateTimeField label="As of" value={filters.at || newest.time} onChange={(at) => setFilters({ at })} />
        <VersionSlider versions={versions} shown={shown} onPick={byNumber} />
      </div>
      <div className={styles.sides}>
        <div>
          <AuditTable versions={rows} shown={shown} onPick={pick} />
          {versions.length > pageSize && (
            <Pager page={page} size={pageSize} shown={rows.length} total={versions.length} onPage={setPage} />
          )}
        </div>
        <AsItStood versions={versions} shown={shown} mayRestore={restore !== null} />
      </div>
      {restore && (
        <RestoreModal version={shown} isOpen={isAsked} onClose={close} send={restore} onRestored={() => pick(newest)} />
      )}
    </>
  );
}
