/** The user and group of test processes. */
export type TestUser = { uid: number; gid: number };

/** Numbers that Debian and its relatives keep free for local use, and that containers with 65,536 users have. */
export const testUsers = { first: 50_000, count: 10_000 };

/** @param index below the count of users */
export function testUser(index: number): TestUser {
  return { uid: testUsers.first + index, gid: testUsers.first + index };
}

/** Belongs to no project: for trying whether there can be users. */
export const firstUser = testUser(0);

export function isTestUser(uid: number): boolean {
  return uid >= testUsers.first && uid < testUsers.first + testUsers.count;
}
