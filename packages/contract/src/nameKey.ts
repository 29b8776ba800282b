/** @returns what two names have in common that people take for the same: only case and surrounding space may differ. */
export function nameKey(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}
