import { createHash } from 'node:crypto';
import { existsSync, rmdirSync, statSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Mutex } from '@assay/concurrency';
import { handOver } from './handOver.ts';
import { isTestUser, type TestUser, testUser, testUsers } from './testUser.ts';
import { UserRecords } from './userRecords.ts';

/** One project after the other, so that no two get the same user. */
const choices = new Mutex();

/**
 * @param folder of the project, whose owner is the project's user
 * @param records of all agents of the machine
 * @returns the user of the project's tests, the same for all of its runs
 */
export function projectUser(folder: string, records = new UserRecords()): Promise<TestUser> {
  return choices.run(() => choose(folder, records));
}

/** @param projects the folder of all projects. @returns the users of those that have one */
export async function projectUsers(projects: string): Promise<TestUser[]> {
  const names = await readdir(projects).catch(() => []);
  const owners = await Promise.all(names.map(async (name) => (await stat(join(projects, name))).uid));
  return [...new Set(owners)].filter(isTestUser).map((uid) => ({ uid, gid: uid }));
}

async function choose(folder: string, records: UserRecords): Promise<TestUser> {
  const { uid } = await stat(folder);
  if (isTestUser(uid) && records.claim(uid, folder)) return { uid, gid: uid };
  const free = () => findFreeUser(folder, records);
  const user = (await free()) ?? ((await freeUsers(dirname(folder))) ? await free() : null);
  if (user === null)
    throw new Error(`All users for tests are taken by projects in ${dirname(folder)}. Remove folders in it.`);
  // With what an agent has made in it that separated no users, or gave it a user that another project has.
  for (const owner of new Set([process.getuid?.() ?? 0, uid])) await handOver(folder, user, owner);
  return user;
}

/** @returns null where each belongs to a project */
async function findFreeUser(folder: string, records: UserRecords): Promise<TestUser | null> {
  const others = dirname(folder);
  const taken = new Set<number>();
  for (const name of await readdir(others)) taken.add((await stat(join(others, name))).uid);
  // By the folder's name, so that agents of one machine rarely try the same.
  const start = createHash('sha256').update(folder).digest().readUInt32BE(0);
  for (let tried = 1; tried < testUsers.count; tried += 1) {
    const user = testUser(1 + ((start + tried) % (testUsers.count - 1)));
    if (!taken.has(user.uid) && records.claim(user.uid, folder)) return user;
  }
  return null;
}

/**
 * Removes the empty folders of projects without a recorded use: all that such a project had stored has been removed, and
 * what its runs left elsewhere was removed as each of them ended.
 * @returns whether there was one
 */
async function freeUsers(projects: string): Promise<boolean> {
  const uses = join(dirname(projects), 'used');
  let freed = false;
  for (const name of await readdir(projects)) {
    const folder = join(projects, name);
    // In one step: a run records its use before it needs the folder.
    if (existsSync(join(uses, name)) || !isTestUser(statSync(folder).uid)) continue;
    try {
      rmdirSync(folder);
      freed = true;
    } catch {
      // Something is in it.
    }
  }
  return freed;
}
