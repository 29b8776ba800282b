import { extname } from 'node:path';
import { reportFormatOf } from '@assay/junit';

/** What the beginning of a file shows it to be. `xml`: its root is not a report's. */
export type ContentKind = 'zip' | 'gzip' | 'tar' | 'report' | 'xml' | 'other';

/** Bytes that show it: a tar has its mark at byte 257, and a report may begin with a comment. */
export const startBytes = 4096;
const tarMarkAt = 257;
const reportRoots = /^(?:testsuites?|testcase|testrun|test-run|assembl(?:y|ies)|site|robot)$/i;

/** Files that no framework writes its results to: of builds, pages and recordings, which archives hold by the thousand. */
const neverReports = new Set(
  (
    '.png .jpg .jpeg .gif .webp .svg .ico .webm .mp4 .css .js .mjs .cjs .ts .map .class .dll .exe .so .o .pdb .wasm ' +
    '.woff .woff2 .ttf .eot .pdf .har .jar .war .ear .apk .aab .ipa .nupkg .whl .docx .xlsx .pptx'
  ).split(' '),
);

export function isNeverReport(name: string): boolean {
  return neverReports.has(extname(name).toLowerCase());
}

/** An archive with such a file is a recording of Playwright, with hundreds of pictures and pages. */
export function isRecording(name: string): boolean {
  return name.endsWith('.trace');
}

/** @param content the first `startBytes` of a file or more, or all of a shorter one */
export function contentKindOf(content: Buffer): ContentKind {
  const start = content.subarray(0, startBytes);
  // An empty zip begins with the end of its directory.
  if (start.length >= 4 && [0x04034b50, 0x06054b50].includes(start.readUInt32LE(0))) return 'zip';
  if (start.length >= 2 && start.readUInt16BE(0) === 0x1f8b) return 'gzip';
  if (start.subarray(tarMarkAt, tarMarkAt + 5).toString('latin1') === 'ustar') return 'tar';
  return kindOfText(textOf(start));
}

/** Names of elements are ASCII in every dialect, whatever the encoding. */
function textOf(start: Buffer): string {
  return start
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .trimStart();
}

function kindOfText(text: string): ContentKind {
  let rest = text;
  for (;;) {
    const end = rest.startsWith('<?') ? '?>' : rest.startsWith('<!--') ? '-->' : null;
    if (end === null) break;
    const at = rest.indexOf(end);
    // What comes after a long comment is not known; reading it shows.
    if (at < 0) return 'report';
    rest = rest.slice(at + end.length).trimStart();
  }
  if (rest === '') return text === '' ? 'other' : 'report';
  const root = /^<(?:[\w.-]+:)?([\w.-]+)/.exec(rest)?.[1];
  if (root === undefined) return reportFormatOf(rest) ? 'report' : 'other';
  return reportRoots.test(root) ? 'report' : 'xml';
}
