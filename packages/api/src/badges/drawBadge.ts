import type { BadgeStanding } from '@assay/application';
import { markupText } from '../http/markupText.ts';
import { textWidth } from './textWidth.ts';

/** White text holds AA on each, and each shows on light and dark pages. */
const colours = { label: '#3d434d', passing: '#15743d', failing: '#c5221a', noRuns: '#5f6672' } as const;
/** Distinguishes the states without colour, in a square of 8 units. */
const shapes = {
  passing: '<path d="M1 4.5 3.2 6.7 7.2 1.8"/>',
  failing: '<path d="M1.5 1.5l5 5M6.5 1.5l-5 5"/>',
  noRuns: '<path d="M1.5 4h5"/>',
} as const;
const size = 11;
const height = 20;
const padding = 7;
const shapeWidth = 12;
const longestLabel = 40;

function textOf(standing: BadgeStanding): string {
  if (standing.verdict === 'passing') return 'passing';
  if (standing.verdict === 'noRuns') return 'no runs';
  return standing.failedTests === 0 ? 'failing' : `${standing.failedTests} failing`;
}

function shortened(label: string): string {
  const characters = [...label];
  return characters.length <= longestLabel ? label : `${characters.slice(0, longestLabel - 1).join('')}…`;
}

/** Whole pixels, so that edges are sharp. The length is set, so that the text fits in any font. */
function written(text: string, x: number): { width: number; markup: string } {
  const width = Math.ceil(textWidth(text, size));
  return {
    width,
    markup: `<text x="${x}" y="14" textLength="${width}" lengthAdjust="spacingAndGlyphs">${markupText(text)}</text>`,
  };
}

/**
 * Draws a status badge, 20 units high.
 * @param about what the badge is about, for its title
 * @returns an SVG document without scripts, styles and references
 */
export function drawBadge({
  label,
  about,
  standing,
}: {
  label: string;
  about: string;
  standing: BadgeStanding;
}): string {
  const status = textOf(standing);
  const left = written(shortened(label), padding);
  const split = left.width + 2 * padding;
  const right = written(status, split + padding + shapeWidth);
  const width = split + right.width + 2 * padding + shapeWidth;
  const title = markupText(`${about}: ${status}`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    `<clipPath id="r"><rect width="${width}" height="${height}" rx="4"/></clipPath>`,
    `<g clip-path="url(#r)"><rect width="${split}" height="${height}" fill="${colours.label}"/>`,
    `<rect x="${split}" width="${width - split}" height="${height}" fill="${colours[standing.verdict]}"/></g>`,
    `<g transform="translate(${split + padding} 6)" fill="none" stroke="#fff" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round">${shapes[standing.verdict]}</g>`,
    `<g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="${size}">${left.markup}${right.markup}</g>`,
    '</svg>',
  ].join('');
}
