/** @returns what somebody is called: by the address where there is no name */
export function personName({ fullName, email }: { fullName: string; email: string }): string {
  return fullName || email;
}

/**
 * @param people of the account; undefined: they are not known yet
 * @returns what one of them is called
 */
export function nameAmong(people: readonly { id: string; name: string }[] | undefined, id: string): string {
  if (people === undefined) return '…';
  return people.find((person) => person.id === id)?.name ?? 'Unlisted person';
}
