import { compareNames, type FlakyTestOwners, type UnstableTest } from '@assay/contract';
import { useMemo } from 'react';
import { useGetFlakyTestOwnersQuery, useGetMeQuery, useListUserRolesQuery } from '../../../connection/serviceHooks.ts';
import { nameAmong, personName } from '../../../ui/format/personName.ts';
import type { Stats } from '../useStats.ts';

/** @property keys what a filter finds the test by: the owner, and of a team its members */
type Owner = { name: string; keys: readonly string[] };

/** @property fromFile they come from CODEOWNERS; otherwise they were chosen in Assay */
export type OwnersOfTest = { owners: readonly Owner[]; fromFile: boolean };

export type TestOwners = {
  /** Owners or their names are not loaded yet. */
  areLoading: boolean;
  /** @returns 'loading'; 'unknown' where the repository could not be read */
  of: (test: UnstableTest) => OwnersOfTest | 'loading' | 'unknown';
  keysOf: (test: UnstableTest) => readonly string[];
  /** The owners of tests with how many each owns, the user first. */
  choices: (tests: readonly UnstableTest[]) => { value: string; label: string; count: number }[];
};

/** Instead of an owner's key. */
const noOwner = 'none';
const unknown = 'unknown';

/** CODEOWNERS files rarely change, so they are not read as often as tests are counted. */
const rarely = 10 * 60_000;

const testKey = ({ projectId, testId }: Pick<UnstableTest, 'projectId' | 'testId'>) => `${projectId}.${testId}`;

/** Who owns flaky tests: the owner chosen in Assay, otherwise those of the CODEOWNERS files. */
export function useTestOwners({ query, again }: Stats): TestOwners {
  const { pollingInterval, ...focus } = again as { pollingInterval: number; skipPollingIfUnfocused?: boolean };
  const options = { ...focus, pollingInterval: pollingInterval === 0 ? 0 : rarely };
  const { currentData, isFetching } = useGetFlakyTestOwnersQuery({ query }, options);
  const { data: me } = useGetMeQuery();
  const { data: roles, isLoading } = useListUserRolesQuery();
  const people = roles?.map(({ user }) => ({ id: user.id, name: personName(user) }));
  const nameOf = (id: string) => nameAmong(people, id);
  const byTest = useMemo(
    () => new Map(currentData?.tests.map((test) => [testKey(test), test.owners] as const)),
    [currentData],
  );

  function ownerOf({ name, userId, team }: FlakyTestOwners['tests'][number]['owners'][number]): Owner {
    if (userId !== null) return { name: nameOf(userId), keys: [userId] };
    return team ? { name: team.name, keys: [team.id, ...team.userIds] } : { name, keys: [name] };
  }
  function of(test: UnstableTest): OwnersOfTest | 'loading' | 'unknown' {
    const { ownerUserId, projectId } = test;
    if (ownerUserId !== null) return { owners: [{ name: nameOf(ownerUserId), keys: [ownerUserId] }], fromFile: false };
    if (!currentData) return isFetching ? 'loading' : unknown;
    if (currentData.unreadProjectIds.includes(projectId)) return unknown;
    return { owners: (byTest.get(testKey(test)) ?? []).map(ownerOf), fromFile: true };
  }
  function keysOf(test: UnstableTest): readonly string[] {
    const found = of(test);
    if (typeof found === 'string') return [unknown];
    return found.owners.length === 0 ? [noOwner] : [...new Set(found.owners.flatMap(({ keys }) => keys))];
  }
  function labelsOf(tests: readonly UnstableTest[]): Map<string, string> {
    const owners = tests.flatMap((test) => {
      const found = of(test);
      return typeof found === 'string' ? [] : found.owners;
    });
    return new Map([
      [noOwner, 'No owner'],
      [unknown, 'Unknown'],
      ...owners.flatMap(({ keys: [first = '', ...members], name }): [string, string][] => [
        [first, name],
        ...members.map((id): [string, string] => [id, nameOf(id)]),
      ]),
      ...(me ? [[me.id, 'Me'] as const] : []),
    ]);
  }
  return {
    areLoading: isLoading || (!currentData && isFetching),
    of,
    keysOf,
    choices: (tests) => {
      const counts = new Map<string, number>(me ? [[me.id, 0]] : []);
      for (const key of tests.flatMap(keysOf)) counts.set(key, (counts.get(key) ?? 0) + 1);
      const labels = labelsOf(tests);
      return [...counts]
        .map(([value, count]) => ({ value, label: labels.get(value) ?? value, count }))
        .sort(
          (one, other) =>
            Number(other.value === me?.id) - Number(one.value === me?.id) || compareNames(one.label, other.label),
        );
    },
  };
}
