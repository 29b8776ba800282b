/** @returns what somebody is called: by the address where there is no name */
export function personName({ fullName, email }: { fullName: string; email: string }): string {
  return fullName || email;
}
