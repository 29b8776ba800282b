const escapable = /[\\`*_{}[\]<>|#~@]/g;

/** @returns a text of one line without syntax of Markdown and without mentions */
export function plainMarkdown(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim().replace(escapable, '\\$&');
  return line.replaceAll('\\@', '@\u200b');
}

/** @returns a text in a fence that it cannot end */
export function fencedMarkdown(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([fence]) => fence.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

/** @returns code within a line */
export function codeMarkdown(text: string): string {
  return `\`${text.replace(/\s+/g, ' ').replaceAll('`', "'")}\``;
}
