import type { EnvironmentView, LastDeployView } from '@assay/contract';
import { ActionIcon, Menu } from '@mantine/core';
import { Link } from 'react-router';
import { useMay } from '../../../connection/currentUser.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { counted } from '../../../ui/format/formatNumbers.ts';
import { IconDots, IconExternalLink } from '../../../ui/icons/icons.ts';
import { useDeleteEnvironment } from '../useDeleteEnvironment.ts';
import { isWaiting, useRunsInProgress } from '../useRunsInProgress.ts';
import styles from './environmentList.module.css';
import { LastDeploy } from './LastDeploy.tsx';

/** An environment in the list; a link only for those who may change it. */
export function EnvironmentRow({
  environment,
  lastDeploy,
}: {
  environment: EnvironmentView;
  /** null: nothing was deployed yet; undefined: not loaded yet. */
  lastDeploy: LastDeployView | null | undefined;
}) {
  const mayWrite = useMay('environment.write');
  const path = useAccountPath();
  const { id, key, name, url } = environment;
  return (
    <li className={styles.row} data-opens={mayWrite}>
      {mayWrite && (
        <Link to={path(`environments/${id}`)} className={styles.link} data-row aria-label={name} title={name} />
      )}
      <div className={styles.cell}>
        <div className="truncate">
          <strong dir="auto">{name}</strong>
        </div>
        <div className={`${styles.second} truncate`}>
          <code>{key}</code>
        </div>
      </div>
      <div className={`${styles.cell} ${styles.wide}`}>
        {url === null ? (
          <span className="soft">no URL</span>
        ) : (
          <a className={`${styles.url} truncate`} href={url} target="_blank" rel="noreferrer" title={url}>
            {url.replace(/^https?:\/\//i, '')} <IconExternalLink size={14} stroke={1.75} aria-hidden />
          </a>
        )}
      </div>
      <LastDeploy last={lastDeploy} />
      <TestRuns environment={environment} />
      <Variables environment={environment} />
      {mayWrite && <EnvironmentMenu environment={environment} />}
    </li>
  );
}

const slotsShown = 6;

/** How many of the runs that it takes at once are at work, and what waits for a place. */
function TestRuns({ environment: { id, maximumParallelTestRuns: limit } }: { environment: EnvironmentView }) {
  const runs = useRunsInProgress().filter(({ environmentId }) => environmentId === id);
  const waiting = runs.filter(isWaiting).length;
  const running = runs.length - waiting;
  const isFull = limit > 0 && running >= limit;
  const waits = waiting > 0 ? `${waiting} waiting` : null;
  const room = limit === 0 ? 'no limit' : isFull ? 'full' : `${limit - running} free`;
  return (
    <div className={`${styles.cell} tabular`}>
      <div className={styles.slots}>
        {limit > 0 &&
          limit <= slotsShown &&
          Array.from({ length: limit }, (_, slot) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: slots have no identity
            <span key={slot} className={styles.slot} data-taken={slot < running} aria-hidden />
          ))}
        {limit === 0 ? (running === 0 ? 'none running' : `${running} running`) : `${running} of ${limit}`}
      </div>
      <div className={waits ? `${styles.second} ${styles.waiting}` : styles.second}>
        {[room, waits].filter(Boolean).join(', ')}
      </div>
    </div>
  );
}

function Variables({ environment: { variables } }: { environment: EnvironmentView }) {
  const encrypted = variables.filter((variable) => variable.encrypted).length;
  const files = variables.filter(({ file }) => file).length;
  return (
    <div className={`${styles.cell} ${styles.wide} tabular`}>
      <div>{variables.length}</div>
      <div className={styles.second}>
        {encrypted === 0 ? 'none encrypted' : `${encrypted} encrypted`}
        {files > 0 && ` · ${counted(files, 'file')}`}
      </div>
    </div>
  );
}

function EnvironmentMenu({ environment }: { environment: EnvironmentView }) {
  const path = useAccountPath();
  const askToDelete = useDeleteEnvironment();
  return (
    <div className={styles.menu}>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={`Actions of ${environment.name}`}>
            <IconDots size={16} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component={Link} to={path(`environments/${environment.id}`)}>
            Edit
          </Menu.Item>
          <Menu.Item component={Link} to={path(`environments/new?clone=${environment.id}`)}>
            Clone
          </Menu.Item>
          <Menu.Item component={Link} to={path(`environments/${environment.id}/audit-log`)}>
            Audit log
          </Menu.Item>
          <Menu.Item color="red" onClick={() => askToDelete(environment)}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
