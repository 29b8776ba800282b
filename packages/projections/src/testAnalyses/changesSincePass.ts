import { type AccountId, type ChangeSincePass, counted, formatCount } from '@assay/contract';
import type { Collections } from '../collections.ts';
import { findActors, personOf } from '../people/findActors.ts';
import type { TestRunTestDocument } from '../testRunTests/testRunTests.ts';
import { findRunnersAgents } from './findRunnersAgents.ts';
import type { ResultInRun } from './testResultsAround.ts';
import { findVersionChanges } from './versionChanges.ts';

/** Changes of an environment that are listed. */
const changesShown = 20;
/** A test whose duration grew by this factor and by this many milliseconds may wait for something. */
const slower = { times: 2, ms: 2_000 };

const nothingMore = { from: null, to: null, detail: null, commit: null, author: null, url: null, at: null };

type Compared = {
  accountId: AccountId;
  before: ResultInRun;
  after: ResultInRun;
  /** The test in the run that is looked at. */
  test: Pick<TestRunTestDocument, 'testId' | 'file' | 'name' | 'copy'>;
  /** The error and where it was thrown. */
  errorText: string;
  /** Other tests of the file with the same cause. */
  neighbors: readonly string[];
};

/** Variables and settings of the environment. Names only: values may be secret. */
async function environmentChanges(collections: Collections, compared: Compared): Promise<ChangeSincePass[]> {
  const { accountId, before, after, errorText } = compared;
  const { environmentId } = after.run;
  if (before.run.environmentId !== environmentId) {
    const ids = [before.run.environmentId, environmentId];
    const found = await collections.environments.find({ _id: { $in: ids } }, { projection: { name: 1 } }).toArray();
    const nameOf = new Map(found.map(({ _id, name }) => [_id as string, name]));
    const [from, to] = ids.map((id) => nameOf.get(id) ?? id);
    return [
      {
        ...nothingMore,
        kind: 'ENVIRONMENT',
        title: 'Another environment',
        from: from ?? null,
        to: to ?? null,
        isSuspect: true,
      },
    ];
  }
  const subject = `environment-${environmentId}`;
  const between = { $gt: before.run.createdAt, $lte: after.run.createdAt };
  const entries = await collections.auditEntries
    .find({ accountId, subject, time: between })
    .sort({ position: -1 })
    .limit(changesShown)
    .toArray();
  const actors = await findActors(
    collections,
    entries.map(({ actor }) => actor),
  );
  return entries.flatMap(({ changes, time, actor }) =>
    changes
      .filter(({ kind }) => kind !== 'note')
      .map(({ field: path, kind, value }): ChangeSincePass => {
        const field = path.replace(/^variables\./, '');
        const title = kind === 'plain' ? `Environment: ${field}` : `Variable ${field}`;
        return {
          ...nothingMore,
          kind: 'ENVIRONMENT',
          title: value === null && kind !== 'encrypted' ? `${title} removed` : title,
          author: personOf(actors, actor)?.fullName ?? null,
          at: time,
          isSuspect: field.length > 2 && errorText.includes(field),
        };
      }),
  );
}

async function agentChanges(collections: Collections, { before, after, test }: Compared): Promise<ChangeSincePass[]> {
  if (before.run.request.upload || after.run.request.upload) return [];
  const [from, to] = await findRunnersAgents(collections, test, [before.testRunId, after.testRunId]);
  if (!from || !to || from === to) return [];
  return [{ ...nothingMore, kind: 'AGENT', title: 'Another agent', from, to, isSuspect: false }];
}

/** @returns null where the versions are not known of both runs */
async function versionsChanged(
  collections: Collections,
  { before, after, errorText }: Compared,
): Promise<ChangeSincePass[] | null> {
  const found = await findVersionChanges(collections, before.testRunId, after.testRunId);
  const said = errorText.toLowerCase();
  const changed = (found ?? []).map(({ name, from, to }): ChangeSincePass => {
    const isSuspect = said.includes(name.toLowerCase());
    return { ...nothingMore, kind: 'VERSION', title: name, from, to, isSuspect };
  });
  return found && changed;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function durationChanges({ before, after }: Compared): ChangeSincePass[] {
  const longer = after.durationMs - before.durationMs;
  if (longer < slower.ms || after.durationMs < slower.times * before.durationMs) return [];
  const [from, to] = [seconds(before.durationMs), seconds(after.durationMs)];
  return [{ ...nothingMore, kind: 'DURATION', title: 'Takes longer', from, to, isSuspect: false }];
}

function neighborChanges({ neighbors, test }: Compared): ChangeSincePass[] {
  if (neighbors.length === 0) return [];
  const title = `${counted(neighbors.length, 'other test')} of ${test.file} ${neighbors.length === 1 ? 'fails' : 'fail'} with it`;
  const more = neighbors.length > 3 ? `, and ${formatCount(neighbors.length - 3)} more` : '';
  const detail = `${neighbors.slice(0, 3).join(', ')}${more}`;
  return [{ ...nothingMore, kind: 'NEIGHBORS', title, detail, isSuspect: false }];
}

/** @returns what read models know to be other than when the test passed last; commits are read elsewhere */
export async function findChangesSincePass(collections: Collections, compared: Compared): Promise<ChangeSincePass[]> {
  const [ofEnvironment, ofVersions, ofAgents] = await Promise.all([
    environmentChanges(collections, compared),
    versionsChanged(collections, compared),
    agentChanges(collections, compared),
  ]);
  const found = [
    ...ofEnvironment,
    ...(ofVersions ?? []),
    ...ofAgents,
    ...durationChanges(compared),
    ...neighborChanges(compared),
  ];
  const same = [
    ...(ofEnvironment.length === 0 ? ['environment'] : []),
    ...(compared.before.run.commit !== null && compared.before.run.commit === compared.after.run.commit
      ? ['commit']
      : []),
    ...(ofVersions?.length === 0 ? ['versions'] : []),
    ...(ofAgents.length === 0 && !compared.after.run.request.upload ? ['agent'] : []),
  ];
  if (same.length === 0) return found;
  const title = same.join(' · ');
  return [...found, { ...nothingMore, kind: 'UNCHANGED', title, isSuspect: false }];
}
