import { Marked } from 'marked';
import sanitizeHtml from 'sanitize-html';

/** A text may come from a model: nothing that loads, leads elsewhere or runs. */
const allowed: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'strong', 'em', 'code', 'pre', 'ul', 'ol', 'li', 'blockquote', 'br', 'h1', 'h2', 'h3', 'h4'],
  allowedAttributes: {},
};

const markdown = new Marked({ async: false, gfm: true });

/** @returns Markdown as HTML without links, pictures and attributes */
export function formattedText(text: string): string {
  return sanitizeHtml(markdown.parse(text, { async: false }), allowed).trim();
}
