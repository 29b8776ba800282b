import { defaultTriggerSettings, type TriggerId, type TriggerSlotView, type TriggerView } from '@assay/contract';
import { environmentView, positionAt, projectView } from './views.ts';

const project = projectView();
const environment = environmentView();

/** One that fired, unless told otherwise; nothing is known of what it started. */
export function triggerSlotView(change: Partial<TriggerSlotView> = {}): TriggerSlotView {
  return {
    id: 'slot1',
    outcome: 'fired',
    cause: 'schedule',
    dueAt: '2026-11-20T02:30:00.000Z',
    at: '2026-11-20T02:30:00.000Z',
    lateMs: 0,
    deployId: null,
    testRun: null,
    blockedBy: null,
    testPlanRun: null,
    blockedByPlanRun: null,
    missedCount: 0,
    message: null,
    ...change,
  };
}

/** A nightly one of the latest deploy of a project, which has never run; its id is its name's. */
export function triggerView(name: string, change: Partial<TriggerView> = {}): TriggerView {
  return {
    ...defaultTriggerSettings,
    id: name.toLowerCase().replaceAll(' ', '-') as TriggerId,
    name,
    type: 'interval',
    cron: '30 2 * * *',
    latestDeploy: true,
    enabled: true,
    archived: false,
    triggerType: 'interval',
    onDeploy: false,
    schedule: null,
    build: null,
    projectId: project.id,
    project: { id: project.id, name: project.name },
    environmentId: environment.id,
    environment: { id: environment.id, name: environment.name },
    testSuite: null,
    testPlan: null,
    pipelineStageId: null,
    pipelineStage: null,
    createdAt: '2026-11-01T12:00:00.000Z',
    changedAt: '2026-11-01T12:00:00.000Z',
    lastRunAt: null,
    nextRunAt: '2126-11-20T02:30:00.000Z',
    refusals: 0,
    slots: [],
    position: positionAt(1),
    revision: '4',
    ...change,
  };
}
