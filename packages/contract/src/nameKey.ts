/** @returns a key that is equal for names that differ only in case and surrounding space. */
export function nameKey(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}
