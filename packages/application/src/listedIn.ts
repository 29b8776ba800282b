/** @returns the values of a setting that lists some, separated by commas; empty when it is not set */
export function listedIn(setting: string | undefined): string[] {
  return (setting ?? '').split(',').flatMap((each) => each.trim() || []);
}
