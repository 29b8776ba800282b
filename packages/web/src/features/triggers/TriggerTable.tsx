import { anyProject, isOnDeploy, isScheduled, limits, startsTestPlan, type TriggerView } from '@assay/contract';
import { ActionIcon, Menu, Switch, Tooltip } from '@mantine/core';
import { modals } from '@mantine/modals';
import { Link } from 'react-router';
import { useMay } from '../../connection/currentUser.ts';
import { useArchiveTriggerMutation, useListProjectsQuery } from '../../connection/serviceHooks.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { IconClock, IconDots, IconHandClick, IconPlayerPlay, IconRocket } from '../../ui/icons/icons.ts';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { StatusShape } from '../../ui/StatusShape.tsx';
import { showFailure } from '../../ui/showFailure.ts';
import { Tag } from '../../ui/Tag.tsx';
import { slotText } from './SlotLine.tsx';
import { wordsOf } from './scheduleText.ts';
import { fixOf, refusalOf } from './triggerFix.ts';
import { isBroken } from './triggerRows.ts';
import styles from './triggers.module.css';
import { useTriggerActions } from './useTriggerActions.ts';

export function TriggerTable({ triggers }: { triggers: readonly TriggerView[] }) {
  const columns: Column<TriggerView>[] = [
    { key: 'name', title: 'Name', cell: (trigger) => <NameCell trigger={trigger} /> },
    {
      key: 'what',
      title: 'Project, suite, plan',
      cell: (trigger) => <WhatCell trigger={trigger} />,
      shownFrom: 'wide',
    },
    {
      key: 'where',
      title: 'Stage, environment',
      cell: ({ type, environment, pipelineStage }) =>
        startsTestPlan(type) ? (
          <span className="soft">as the plan says</span>
        ) : (
          <Lines first={environment?.name} second={pipelineStage?.name ?? 'No Stage'} />
        ),
      shownFrom: 'widest',
    },
    { key: 'last', title: 'Last run', cell: (trigger) => <LastCell trigger={trigger} />, shownFrom: 'wide' },
    { key: 'next', title: 'Next run', cell: (trigger) => <NextCell trigger={trigger} />, shownFrom: 'wide' },
    { key: 'version', title: 'Version', cell: (trigger) => <VersionCell trigger={trigger} />, shownFrom: 'widest' },
    {
      key: 'tags',
      title: 'Tags',
      cell: ({ includeTags }) => (
        <span className={styles.tags}>
          {includeTags.map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
        </span>
      ),
      shownFrom: 'widest',
    },
    { key: 'trigger', title: 'Trigger', cell: (trigger) => <Cause trigger={trigger} />, shownFrom: 'wide' },
    { key: 'on', title: 'Enabled', cell: (trigger) => <EnabledCell trigger={trigger} /> },
    { key: 'actions', title: '', cell: (trigger) => <ActionsCell trigger={trigger} /> },
  ];
  return (
    <div className={styles.table}>
      <DataTable label="Triggers" columns={columns} rows={triggers} keyOf={({ id }) => id} />
    </div>
  );
}

function Lines({ first, second }: { first: React.ReactNode; second: React.ReactNode }) {
  return (
    <span className={styles.lines}>
      <span>{first}</span>
      <span>{second}</span>
    </span>
  );
}

function WhatCell({ trigger }: { trigger: TriggerView }) {
  const path = useAccountPath();
  const { type, testPlan, testSuite, project, testOptionsType } = trigger;
  if (startsTestPlan(type)) {
    const plan = testPlan ? <Link to={path(`test-plans/${testPlan.id}`)}>{testPlan.name}</Link> : 'deleted';
    return <Lines first={plan} second="Test plan" />;
  }
  const tests = testOptionsType === 'specify' ? 'By tags and filters' : 'All tests';
  return <Lines first={testSuite?.name ?? tests} second={project?.name} />;
}

function NameCell({ trigger }: { trigger: TriggerView }) {
  const path = useAccountPath();
  return (
    <div className={trigger.enabled ? styles.nameLines : `${styles.nameLines} ${styles.off}`}>
      <Link to={path(`triggers/${trigger.id}`)} className={styles.name} dir="auto">
        {trigger.name}
      </Link>
      {isBroken(trigger) && (
        <p className={styles.problem}>
          {trigger.refusals >= limits.toldRefusals && <strong>Refused {trigger.refusals} times in a row. </strong>}
          {refusalOf(trigger)} <FixLink trigger={trigger} />
        </p>
      )}
    </div>
  );
}

/** To the field of the form that lets it start again. */
function FixLink({ trigger }: { trigger: TriggerView }) {
  const path = useAccountPath();
  const mayWrite = useMay('trigger.write');
  const fix = fixOf(trigger);
  return (
    fix &&
    mayWrite && (
      <Link to={`${path(`triggers/${trigger.id}`)}#${fix.field}`} className={`link fingerTall ${styles.fix}`}>
        {fix.label}
      </Link>
    )
  );
}

function Cause({ trigger }: { trigger: TriggerView }) {
  const { data: projects = [] } = useListProjectsQuery();
  const { type, cron, timeZone, deployedProjectIds } = trigger;
  if (isScheduled(type) && cron !== null) {
    return (
      <span className={styles.cause}>
        <IconClock size={13} stroke={1.75} aria-hidden />
        <span>
          {wordsOf(cron)} · {timeZone ?? 'UTC'}
        </span>
      </span>
    );
  }
  if (isOnDeploy(type)) {
    const names = deployedProjectIds.includes(anyProject)
      ? 'any project'
      : projects.flatMap(({ id, name }) => (deployedProjectIds.includes(id) ? [name] : [])).join(', ');
    return (
      <span className={styles.cause}>
        <IconRocket size={13} stroke={1.75} aria-hidden />
        On deploy of {names}
      </span>
    );
  }
  return (
    <span className={styles.cause}>
      <IconHandClick size={13} stroke={1.75} aria-hidden />
      Manual only
    </span>
  );
}

function LastCell({ trigger: { slots, refusals } }: { trigger: TriggerView }) {
  const path = useAccountPath();
  const [last] = slots;
  if (!last) {
    return (
      <span className={styles.last}>
        <StatusShape shape="notRun" label="" />
        Never
      </span>
    );
  }
  const { shape, text } = slotText(last);
  const when = <RelativeTime time={last.at} />;
  const to = runOf(last);
  const inRow = refusals > 1 ? `${refusals} times in a row` : 'could not be started';
  return (
    <span className={styles.last}>
      <StatusShape shape={shape} label={last.outcome} />
      <Lines
        first={to === null ? when : <Link to={path(to)}>{when}</Link>}
        second={last.outcome === 'refused' ? `Refused, ${inRow}` : text}
      />
    </span>
  );
}

/** @returns the path of what a slot started; null: nothing. */
function runOf({ testRun, testPlanRun }: TriggerView['slots'][number]): string | null {
  if (testRun) return `test-runs/${testRun.id}`;
  return testPlanRun ? `test-plans/${testPlanRun.testPlanId}/runs?run=${testPlanRun.id}` : null;
}

function NextCell({ trigger }: { trigger: TriggerView }) {
  const { enabled, type, nextRunAt, settleSeconds } = trigger;
  if (!enabled) return <Lines first="Off" second={null} />;
  if (nextRunAt !== null) {
    const time = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' }).format(new Date(nextRunAt));
    return <Lines first={<RelativeTime time={nextRunAt} />} second={time} />;
  }
  if (isOnDeploy(type)) return <Lines first="On deploy" second={`settles for ${settleSeconds} s`} />;
  return <Lines first="Run Now" second={null} />;
}

function VersionCell({ trigger: { type, latestDeploy, buildId, branch, commit } }: { trigger: TriggerView }) {
  if (startsTestPlan(type)) return <span className="soft">as the plan says</span>;
  if (latestDeploy) return <Lines first="Latest deploy" second={null} />;
  if (buildId !== null) return <Lines first="A build" second="fixed" />;
  return <Lines first={branch ?? 'Default branch'} second={commit?.slice(0, 10) ?? 'newest commit'} />;
}

function EnabledCell({ trigger }: { trigger: TriggerView }) {
  const mayWrite = useMay('trigger.write');
  const { toggle, isToggling } = useTriggerActions(trigger);
  return (
    <Switch
      size="sm"
      aria-label={`${trigger.name} is enabled`}
      checked={trigger.enabled}
      disabled={!mayWrite || isToggling}
      onChange={() => void toggle()}
    />
  );
}

function ActionsCell({ trigger }: { trigger: TriggerView }) {
  const mayWrite = useMay('trigger.write');
  const mayRun = useMay('trigger.run');
  const path = useAccountPath();
  const [archive] = useArchiveTriggerMutation();
  const { runNow, isStarting } = useTriggerActions(trigger);

  function askToDelete(): void {
    modals.openConfirmModal({
      title: `Delete ${trigger.name}?`,
      children: 'It starts nothing any more. Its runs stay.',
      labels: { confirm: `Delete ${trigger.name}`, cancel: 'Keep it' },
      confirmProps: { color: 'red', variant: 'filled' },
      onConfirm: async () => {
        const { error } = await archive({ params: { id: trigger.id } });
        if (error) showFailure(error);
      },
    });
  }

  return (
    <span className={styles.rowActions}>
      {mayRun && (
        <Tooltip label="Run Now">
          <ActionIcon aria-label={`Run Now: ${trigger.name}`} loading={isStarting} onClick={() => void runNow()}>
            <IconPlayerPlay size={16} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      )}
      {mayWrite && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label={`Actions of ${trigger.name}`}>
              <IconDots size={16} stroke={1.75} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item component={Link} to={path(`triggers/${trigger.id}`)}>
              Edit
            </Menu.Item>
            <Menu.Item color="red" onClick={askToDelete}>
              Delete
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </span>
  );
}
