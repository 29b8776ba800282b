/** In the destination of an alert by mail: the owners of the tests that failed. */
export const testOwners = 'owners';

/** @returns whom the destination of an alert by mail names */
export function mailDestinationOf(destination: string): { addresses: string[]; toOwners: boolean } {
  const named = destination.split(/[,;\s]+/).filter((each) => each !== '');
  const isOwners = (each: string) => each.toLowerCase() === testOwners;
  return { addresses: named.filter((each) => !isOwners(each)), toOwners: named.some(isOwners) };
}
