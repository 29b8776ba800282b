import type { ProjectTrialPhase, ProjectTrialPhaseName, ProjectTrialView } from '@assay/contract';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { formatDuration } from '../../../ui/format/formatDuration.ts';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { stripAnsi } from '../../../ui/stripAnsi.ts';
import styles from './tryIt.module.css';
import { isOver } from './useTrial.ts';

const words: Record<ProjectTrialPhaseName, string> = {
  checkout: 'Check out',
  install: 'Install',
  build: 'Build',
  server: 'Start the server',
  list: 'List the tests',
};

/** How far a trial is: its phases with their times, and the newest part of its log. */
export function TrialProgress({ trial }: { trial: ProjectTrialView }) {
  const path = useAccountPath();
  const { state, waitsFor, agent, phases, log } = trial;
  return (
    <>
      {state === 'waiting' && (
        <p className={styles.line} role="status">
          <StatusShape shape="pending" label="" />
          {waitsFor ?? 'Waits for an agent.'}
          {waitsFor !== null && (
            <Link className="link" to={path('agents')}>
              Agents
            </Link>
          )}
        </p>
      )}
      {phases.length > 0 && (
        <ol className={styles.phases} aria-label={agent ? `Phases on ${agent.name}` : 'Phases'}>
          {phases.map((phase) => (
            <Phase key={phase.name} phase={phase} isOver={isOver(trial)} hasFailed={state === 'failed'} />
          ))}
        </ol>
      )}
      {log !== '' && (
        <details key={state === 'listed' ? 'listed' : 'shown'} open={state !== 'listed'}>
          <summary className={styles.summary}>Log</summary>
          <LogTail text={stripAnsi(log)} />
        </details>
      )}
    </>
  );
}

function Phase({ phase, isOver, hasFailed }: { phase: ProjectTrialPhase; isOver: boolean; hasFailed: boolean }) {
  const { name, durationMs } = phase;
  const cutOff = hasFailed ? ('fail' as const) : ('canceled' as const);
  const shape = durationMs !== null ? 'pass' : isOver ? cutOff : 'running';
  const label = { pass: 'Done', fail: 'Failed', canceled: 'Canceled', running: 'Goes on' }[shape];
  return (
    <li className={styles.line}>
      <StatusShape shape={shape} label={label} />
      <span>{words[name]}</span>
      {durationMs !== null && <span className="soft">{formatDuration(durationMs)}</span>}
    </li>
  );
}

/** Stays at its end while it grows. */
function LogTail({ text }: { text: string }) {
  const area = useRef<HTMLPreElement>(null);
  useEffect(() => {
    if (text !== '' && area.current) area.current.scrollTop = area.current.scrollHeight;
  }, [text]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
    <pre ref={area} className={styles.log} tabIndex={0} role="log" aria-label="Log of the try">
      {text}
    </pre>
  );
}
