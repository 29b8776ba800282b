import { type MarkdownBlock, type MarkdownInline, parseMarkdown } from '@assay/contract';

/** Atlassian's document format, version 1: https://developer.atlassian.com/cloud/jira/platform/apis/document/structure/ */
export type AdfNode = {
  type: string;
  attrs?: Readonly<Record<string, unknown>>;
  text?: string;
  marks?: readonly { type: string; attrs?: Readonly<Record<string, unknown>> }[];
  content?: readonly AdfNode[];
};
export type AdfDocument = AdfNode & { type: 'doc'; version: 1 };

/** A text node must not be empty. */
function textOf(part: MarkdownInline): AdfNode[] {
  const { text } = part;
  if (text === '') return [];
  switch (part.kind) {
    case 'text':
      return [{ type: 'text', text }];
    case 'code':
      return [{ type: 'text', text, marks: [{ type: 'code' }] }];
    case 'bold':
      return [{ type: 'text', text, marks: [{ type: 'strong' }] }];
    case 'link':
      return [{ type: 'text', text, marks: [{ type: 'link', attrs: { href: part.url } }] }];
  }
}

function nodeOf(block: MarkdownBlock): AdfNode {
  switch (block.kind) {
    case 'heading':
      return { type: 'heading', attrs: { level: 3 }, content: block.content.flatMap(textOf) };
    case 'paragraph':
      return { type: 'paragraph', content: block.content.flatMap(textOf) };
    case 'code':
      return { type: 'codeBlock', content: block.text === '' ? [] : [{ type: 'text', text: block.text }] };
    case 'list':
      return {
        type: 'bulletList',
        content: block.items.map((item) => ({
          type: 'listItem',
          content: [{ type: 'paragraph', content: item.flatMap(textOf) }],
        })),
      };
  }
}

/** @returns Markdown as Jira Cloud takes it */
export function adfOf(markdown: string): AdfDocument {
  return { type: 'doc', version: 1, content: parseMarkdown(markdown).map(nodeOf) };
}
