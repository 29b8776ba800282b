import { type MarkdownBlock, type MarkdownInline, parseMarkdown } from '@assay/contract';

function plain(text: string): string {
  return text.replace(/[\\{}[\]*_^~|!+-]/g, '\\$&');
}

function inlineOf(part: MarkdownInline): string {
  switch (part.kind) {
    case 'text':
      return plain(part.text);
    case 'code':
      return `{{${plain(part.text)}}}`;
    case 'bold':
      return `*${plain(part.text)}*`;
    case 'link':
      return part.text === part.url ? `[${part.url}]` : `[${plain(part.text)}|${part.url}]`;
  }
}

const lineOf = (content: readonly MarkdownInline[]) => content.map(inlineOf).join('');

function textOf(block: MarkdownBlock): string {
  switch (block.kind) {
    case 'heading':
      return `h3. ${lineOf(block.content)}`;
    case 'paragraph':
      return lineOf(block.content);
    case 'code':
      // What ends the macro would end it within the text too.
      return `{noformat}\n${block.text.replaceAll('{noformat}', '{\u200bnoformat}')}\n{noformat}`;
    case 'list':
      return block.items.map((item) => `* ${lineOf(item)}`).join('\n');
  }
}

/** @returns Markdown as Jira Data Center takes it */
export function wikiMarkupOf(markdown: string): string {
  return parseMarkdown(markdown).map(textOf).join('\n\n');
}
