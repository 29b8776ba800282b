import {
  byName,
  type DetailKind,
  detailKinds,
  limits,
  type ProjectId,
  retentionCalls,
  type StorageView,
} from '@assay/contract';
import { type DueStorage, dueStorage, type StoredDay } from '@assay/operations';
import { route } from '../http/route.ts';

type KindView = StorageView['kinds'][number];
type ProjectView = StorageView['projects'][number];

const bytesIn = (of: readonly { bytes: number }[]) => of.reduce((sum, { bytes }) => sum + Math.max(0, bytes), 0);

function kindOf(kind: DetailKind, days: readonly StoredDay[], due: readonly DueStorage[]): KindView {
  const own = days.filter((day) => day.kind === kind);
  const going = due.filter((one) => one.kind === kind);
  return {
    kind,
    bytes: bytesIn(own),
    runs: own.reduce((sum, { parts }) => sum + Math.max(0, parts), 0),
    dueRuns: going.reduce((sum, { runs }) => sum + runs, 0),
    dueBytes: Math.round(bytesIn(going)),
    oldest: own[0]?.day ?? null,
  };
}

function projectsOf(days: readonly StoredDay[], nameOf: ReadonlyMap<ProjectId, string>): ProjectView[] {
  const byProject = new Map<ProjectId, ProjectView>();
  for (const { projectId, kind, bytes } of days) {
    const name = nameOf.get(projectId) ?? projectId;
    const project = byProject.get(projectId) ?? { projectId, name, logs: 0, details: 0, attachments: 0, builds: 0 };
    byProject.set(projectId, { ...project, [kind]: project[kind] + Math.max(0, bytes) });
  }
  const sizeOf = ({ logs, details, attachments, builds }: ProjectView) => logs + details + attachments + builds;
  return [...byProject.values()].sort((a, b) => sizeOf(b) - sizeOf(a) || byName(a, b));
}

export const getStorage = route(
  retentionCalls.getStorage,
  async ({ api: { operations }, caller: { models, accountId } }): Promise<StorageView> => {
    const { storage } = operations;
    const [{ retention, revision, projectNames }, days, swept, counted] = await Promise.all([
      models.retention(),
      storage.daysOf(accountId),
      storage.sweeps.last(accountId, limits.shownRetentionSweeps),
      storage.isStockTaken(),
    ]);
    const due = dueStorage(days, retention, new Date());
    const builds = days.filter(({ kind }) => kind === 'builds');
    return {
      retention,
      counted,
      kinds: detailKinds.map((kind) => kindOf(kind, days, due)),
      builds: { bytes: bytesIn(builds), builds: builds.reduce((sum, { parts }) => sum + parts, 0) },
      projects: projectsOf(days, projectNames),
      sweeps: swept.map(({ _id: id, startedAt, endedAt, runs, bytes, freedBytes, heldBack }) => ({
        id,
        startedAt: startedAt.toISOString(),
        endedAt: endedAt.toISOString(),
        runs,
        bytes,
        freedBytes,
        heldBack,
      })),
      revision,
    };
  },
);
