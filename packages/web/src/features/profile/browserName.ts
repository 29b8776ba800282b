import Bowser from 'bowser';

/** @returns a browser and its system as people call them, `Firefox 145 on macOS`; null where neither is known. */
export function browserName(userAgent: string): string | null {
  if (userAgent === '') return null;
  const { browser, os } = Bowser.parse(userAgent);
  const program = [browser.name, browser.version?.split('.')[0]].filter(Boolean).join(' ');
  return [program, os.name].filter(Boolean).join(' on ') || null;
}
