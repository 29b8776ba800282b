import { htmlEntities } from './htmlEntities.ts';

/** What real tools write although the grammar forbids it, in words for users. */
export const xmlRepairs = {
  controls: 'control characters, which XML does not allow',
  lessThan: 'a < that is not written as &lt;',
  ampersand: 'an & that is not written as &amp;',
  cdataEnd: 'a ]]> outside of CDATA',
  quote: 'a quote that is not written as &quot;',
  entity: 'references of HTML, such as &nbsp;',
  surrogates: 'characters written as two halves',
};

/** A reference is shorter than this. */
export const maxReferenceLength = 64;

export const control = /[^\t\n\r -\ufffd]/;
/** Replaced one after the other, which is far quicker than all at once; `&amp;` comes last. */
const named: [reference: RegExp, character: string][] = [
  [/&lt;/g, '<'],
  [/&gt;/g, '>'],
  [/&quot;/g, '"'],
  [/&apos;/g, "'"],
];
const ampersand = /&amp;/g;
const otherReference = /&(?!amp;)/;
const reference = /&(?:#x([0-9a-f]{1,8});|#([0-9]{1,10});|([a-z_][\w.:-]*);)?/gi;
/** A character beyond U+FFFF as UTF-16 has it: tools in Java and JavaScript refer to its halves. */
const firstHalf = 'x(d[89ab][0-9a-f]{2})|(5529[6-9]|55[3-9]\\d\\d|56[0-2]\\d\\d|563[01]\\d)';
const secondHalf = 'x(d[c-f][0-9a-f]{2})|(563[2-9]\\d|56[4-9]\\d\\d|57[0-2]\\d\\d|573[0-3]\\d|5734[0-3])';
const halves = new RegExp(`&#(?:${firstHalf});&#(?:${secondHalf});`, 'gi');
/** Ends in what may be half of a character. */
export const endsInHalf = new RegExp(`&#(?:${firstHalf});$`, 'i');
export const maxHalfLength = 8;

/**
 * @param repairs takes what the text has that the grammar forbids
 * @returns the text with what its references refer to
 */
export function withReferences(text: string, repairs: Set<string>): string {
  if (!text.includes('&')) return text;
  const left = named.reduce((decoded, [written, meant]) => decoded.replace(written, meant), text);
  if (!otherReference.test(left)) return left.replace(ampersand, '&');
  return left
    .replace(halves, (...pair: string[]) => joined(repairs, ...pair))
    .replace(reference, (whole, hexadecimal?: string, decimal?: string, name?: string) => {
      if (name === 'amp') return '&';
      const ofHtml = name === undefined ? undefined : htmlEntities.get(name);
      if (ofHtml !== undefined) {
        repairs.add(xmlRepairs.entity);
        return ofHtml;
      }
      if (hexadecimal !== undefined) return character(Number.parseInt(hexadecimal, 16), repairs);
      if (decimal !== undefined) return character(Number(decimal), repairs);
      repairs.add(xmlRepairs.ampersand);
      return whole;
    });
}

function joined(repairs: Set<string>, ...halves: (string | undefined)[]): string {
  const [, firstHex, first = '', secondHex, second = ''] = halves;
  const code = (hex: string | undefined, decimal: string) => (hex ? Number.parseInt(hex, 16) : Number(decimal));
  repairs.add(xmlRepairs.surrogates);
  return String.fromCharCode(code(firstHex, first), code(secondHex, second));
}

function character(code: number, repairs: Set<string>): string {
  const known = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  const own = known ? String.fromCodePoint(code) : '\ufffd';
  if (!known || control.test(own)) repairs.add(xmlRepairs.controls);
  return own;
}
