export const badgeFormats = ['Markdown', 'HTML', 'AsciiDoc'] as const;
export type BadgeFormat = (typeof badgeFormats)[number];

type Badge = {
  /** The address of the picture; it has no brackets, quotes or spaces. */
  image: string;
  /** Where a click on it leads; the same. */
  link: string;
  /** What a reader hears or sees in place of the picture. */
  alt: string;
};

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const inHtml = (text: string) => text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? '');

const markup: Readonly<Record<BadgeFormat, (badge: Badge) => string>> = {
  Markdown: ({ image, link, alt }) => `[![${alt.replaceAll(/[\\[\]*_`<>]/g, '\\$&')}](${image})](${link})`,
  HTML: ({ image, link, alt }) =>
    `<a href="${inHtml(link)}"><img src="${inHtml(image)}" alt="${inHtml(alt)}" height="20"></a>`,
  AsciiDoc: ({ image, link, alt }) => `image:${image}["${alt.replaceAll(/["\]]/g, '\\$&')}",link="${link}"]`,
};

/** @returns the badge as a readme page of the format has it */
export function badgeMarkup(format: BadgeFormat, badge: Badge): string {
  return markup[format](badge);
}
