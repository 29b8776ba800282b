/** @returns whether a process has this id, also one of another user, and one that has ended unnoticed by its parent */
export function isThere(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
