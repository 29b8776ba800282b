import type { EmployeeAgentView } from '@assay/contract';
import { counted } from '../../../ui/format/formatNumbers.ts';
import { formatDateTime } from '../../../ui/format/formatTime.ts';

type Departure = NonNullable<EmployeeAgentView['departure']>;

function lostText({ exitedAt, lastSeenAt }: Departure): string {
  const lost = `lost ${formatDateTime(exitedAt ?? '')}: no heartbeat`;
  if (exitedAt === null || lastSeenAt === null) return lost;
  return `${lost} for ${Math.round((Date.parse(exitedAt) - Date.parse(lastSeenAt)) / 1000)} s`;
}

function orderText({ order, since }: Departure, isGone: boolean): string | null {
  if (order === null) return null;
  const done = order.kind === 'stop' ? 'stopped' : 'replaced';
  const begun = order.kind === 'stop' ? 'stopping since' : 'being replaced since';
  const by = order.by === null ? '' : ` by ${order.by}`;
  const reason = order.reason === null ? '' : `, “${order.reason}”`;
  return `${isGone ? done : begun} ${formatDateTime(since)}${by}${reason}`;
}

/** @returns why the agent takes no more work or is gone; null: it takes work */
export function departureText({ departure, nonExitedRunners }: EmployeeAgentView): string | null {
  if (departure === null) return null;
  const isGone = departure.exitedAt !== null;
  const ordered = orderText(departure, isGone);
  if (isGone) {
    const ended = departure.isLost ? lostText(departure) : null;
    const byItself = `exited ${formatDateTime(departure.exitedAt ?? '')}: ended on its machine`;
    return [ended, ordered].filter(Boolean).join(' · ') || byItself;
  }
  const begun = ordered ?? `draining since ${formatDateTime(departure.since)}`;
  return nonExitedRunners > 0 ? `${begun} · ${counted(nonExitedRunners, 'runner')} left` : begun;
}
