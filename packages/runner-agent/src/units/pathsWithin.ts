import { win32 } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * @returns a matcher for the beginning of paths and file URLs inside the folder. On Windows one path has many
 * spellings: either case, slashes in either direction, doubled where a text quotes another.
 */
export function pathsWithin(folder: string, platform: NodeJS.Platform = process.platform): RegExp {
  if (platform !== 'win32') {
    const [plain, asUrl] = [folder, pathToFileURL(folder).href].map(escaped);
    return new RegExp(`(?:${asUrl}|${plain})/`, 'g');
  }
  const parts = folder.split(win32.sep).filter(Boolean);
  const written = parts.map((part) =>
    part === encodeURI(part) ? escaped(part) : `(?:${escaped(part)}|${escaped(encodeURI(part))})`,
  );
  return new RegExp(`(?:file:///)?${written.join('[/\\\\]+')}[/\\\\]+`, 'gi');
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
