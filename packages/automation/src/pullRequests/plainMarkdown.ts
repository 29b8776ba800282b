/** @returns a text as Markdown shows it. Names come from people, and a line of a table is one line. */
export function plain(text: string): string {
  const line = text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]<>|#~]/g, '\\$&');
  // Or the service would notify the person of that name.
  return line.replaceAll('@', '@\u200b');
}
