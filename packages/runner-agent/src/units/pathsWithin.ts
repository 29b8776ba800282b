import { win32 } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * @returns what finds the beginning of paths and file URLs that lead into the folder. On Windows one path is written in
 * many ways: letters of either size, strokes of either direction, doubled where a text quotes another.
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
