import { displayOfStatus, runnerNameOf, type StaffLog, staffRunCalls, type TestRunnerView } from '@assay/contract';
import { DomainError } from '@assay/domain';
import type { RecordedEvent } from '@assay/event-log';
import type { AgentExited } from '@assay/event-schemas';
import type { Operations } from '@assay/operations';
import { route } from '../http/route.ts';
import { readRunAsStaff } from './staffAccess.ts';

type Entry = StaffLog['entries'][number];
type LogPiece = Awaited<ReturnType<Operations['logs']['read']>>;

/** Of each log of the set-up; the whole of it is in the run's own pages. */
const headBytes = 64 * 1024;
const pieceBytes = 256 * 1024;
/** A run has no more facts of its own than it has units; a plan of more is cut here. */
const mostFacts = 2_000;

/** The lines of a piece of a log, each with the time at which it arrived. */
function linesOf(source: string, { text, times }: LogPiece): Entry[] {
  if (text === '') return [];
  const lines = text.replace(/\n$/, '').split('\n');
  let next = 0;
  let at: Date | null = null;
  return lines.map((message, line) => {
    for (let time = times[next]; time && time.line <= line; time = times[next]) {
      at = time.at;
      next += 1;
    }
    return { time: at?.toISOString() ?? null, source, message };
  });
}

function runMessageOf(event: RecordedEvent): string | null {
  switch (event.type) {
    case 'TestRunCreated':
      return event.data.upload ? 'Uploaded' : displayOfStatus('QUEUED');
    case 'TestRunSubmitted':
      return displayOfStatus('SUBMITTED');
    case 'TestRunSetupStarted':
      return displayOfStatus('SETUP');
    case 'TestRunStarted':
      return `${displayOfStatus('RUNNING')}: ${event.data.testCount} tests`;
    case 'WorkUnitsPlanned':
      return `${event.data.units.length} units of work planned`;
    case 'WorkUnitReplanned':
      return `Runner lost; unit ${event.data.unit} runs again`;
    case 'TestRunTearDownStarted':
      return displayOfStatus('TEAR_DOWN');
    case 'TestRunFinished':
      return [displayOfStatus(event.data.status), event.data.statusInfo].filter(Boolean).join(': ');
    case 'TestRunCanceled':
      return displayOfStatus('CANCELED');
    case 'TestRunStatusSet':
      return `Status set to ${displayOfStatus(event.data.to)}`;
    default:
      return null;
  }
}

function runnerEntriesOf({ id, agentName, createdAt, exitedAt, exitReason }: TestRunnerView): Entry[] {
  const name = runnerNameOf(id) ?? id;
  const started = { time: createdAt, source: 'runner', message: `${name} started on ${agentName}` };
  if (exitedAt === null) return [started];
  const why = exitReason === 'stopped' || exitReason === 'replaced' ? `, ${exitReason} by staff` : '';
  return [started, { time: exitedAt, source: 'runner', message: `${name} exited${why}` }];
}

/** By time; what has none stays after what came before it. */
function inOrder(entries: readonly Entry[]): Entry[] {
  let last = '';
  return entries
    .map((entry) => {
      last = entry.time ?? last;
      return { entry, at: last };
    })
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    .map(({ entry }) => entry);
}

export const readStaffRunLog = route(staffRunCalls.readStaffRunLog, async (received) => {
  const {
    api: { eventLog, operations },
    params: { id },
  } = received;
  const models = await readRunAsStaff(received, id);
  const head = (name: string) => operations.logs.read(id, name, 0, headBytes);
  const [runners, setup, list] = await Promise.all([models.testRunners(id), head('setup'), head('test-list')]);
  const facts: Entry[] = [];
  for await (const event of eventLog.read(`testRun-${id}`)) {
    const message = runMessageOf(event);
    if (message !== null) facts.push({ time: event.envelope.occurredAt, source: 'run', message });
    if (facts.length === mostFacts) break;
  }
  const logs = [...linesOf('setup', setup), ...linesOf('list', list)];
  const entries = inOrder([...facts, ...(runners ?? []).flatMap(runnerEntriesOf), ...logs]);
  return { entries, nextOffset: null };
});

export const readStaffRunnerLog = route(staffRunCalls.readStaffRunnerLog, async (received) => {
  const { testRunId, id } = received.params;
  const models = await readRunAsStaff(received, testRunId);
  const runners = await models.testRunners(testRunId);
  if (!runners?.some((runner) => runner.id === id)) throw new DomainError('testRunner.notFound');
  const piece = await received.api.operations.logs.read(testRunId, id, received.query.offset ?? 0, pieceBytes);
  return {
    entries: linesOf('runner', piece),
    nextOffset: piece.nextOffset < piece.size ? piece.nextOffset : null,
  };
});

function lostMessageOf({ lastSeenAt }: AgentExited, { occurredAt }: RecordedEvent['envelope']): string {
  if (lastSeenAt === null) return 'Lost: no heartbeat';
  return `Lost: no heartbeat for ${Math.round((Date.parse(occurredAt) - Date.parse(lastSeenAt)) / 1000)} s`;
}

function agentMessageOf(
  event: RecordedEvent,
  by: (actor: RecordedEvent['envelope']['actor']) => string,
): string | null {
  const { actor } = event.envelope;
  const orderedBy = (order: string, reason: string | null) =>
    `${order} by ${by(actor)}${reason === null ? '' : `: ${reason}`}`;
  switch (event.type) {
    case 'AgentRegistered':
    case 'AgentReturned': {
      const { name, os, capacity, version } = event.data;
      const how = event.type === 'AgentRegistered' ? 'Registered' : 'Returned';
      return `${how} as ${name}: ${version}, ${os}, ${capacity} runners`;
    }
    case 'AgentDrainingStarted':
      return 'Draining: takes no more work';
    case 'AgentStopRequested':
      return orderedBy('Stopped', event.data.staffReason);
    case 'AgentReplaced':
      return orderedBy('Replaced', event.data.staffReason);
    case 'AgentExited':
      return event.data.reason === 'silent' ? lostMessageOf(event.data, event.envelope) : 'Exited';
    default:
      return null;
  }
}

export const readStaffAgentLog = route(staffRunCalls.readStaffAgentLog, async ({ api, params: { id } }) => {
  const events: RecordedEvent[] = [];
  for await (const event of api.eventLog.read(`agent-${id}`)) events.push(event);
  if (events.length === 0) throw new DomainError('agent.notFound');
  const shown = events.slice(-mostFacts);
  const actors = await api.readModels.actors(
    shown.map(({ envelope: { actor } }) => ({ ...actor, kind: actor.kind === 'staff' ? 'user' : actor.kind })),
  );
  const nameOf = ({ id: actorId }: { id: string }) => actors.get(actorId)?.fullName ?? 'someone who is gone';
  const entries = shown.flatMap((event) => {
    const message = agentMessageOf(event, nameOf);
    return message === null ? [] : [{ time: event.envelope.occurredAt, source: 'agent', message }];
  });
  return { entries, nextOffset: null };
});
