/** A part of a line of an issue's description. */
export type MarkdownInline =
  | { kind: 'text' | 'code' | 'bold'; text: string }
  | { kind: 'link'; text: string; url: string };

export type MarkdownBlock =
  | { kind: 'heading' | 'paragraph'; content: MarkdownInline[] }
  | { kind: 'list'; items: MarkdownInline[][] }
  | { kind: 'code'; text: string };

const inline =
  /\\([\\`*_{}[\]<>|#~@!.+-])|`([^`\n]+)`|\*\*([^*\n]+)\*\*|\[((?:\\.|[^\]\\\n])*)\]\((https?:\/\/[^\s)]+)\)|(https?:\/\/[^\s<>"')\]]*[^\s<>"')\].,;:!?])/g;

function unescaped(text: string): string {
  return text.replace(/\\([\\`*_{}[\]<>|#~@!.+-])/g, '$1');
}

function inlinesOf(line: string): MarkdownInline[] {
  const found: MarkdownInline[] = [];
  const add = (text: string) => {
    const last = found.at(-1);
    if (text === '') return;
    if (last?.kind === 'text') last.text += text;
    else found.push({ kind: 'text', text });
  };
  let at = 0;
  for (const match of line.matchAll(inline)) {
    const [whole, escaped, code, bold, label, url, address] = match;
    add(line.slice(at, match.index));
    at = match.index + whole.length;
    if (escaped !== undefined) add(escaped);
    else if (code !== undefined) found.push({ kind: 'code', text: code });
    else if (bold !== undefined) found.push({ kind: 'bold', text: unescaped(bold) });
    else if (url !== undefined) found.push({ kind: 'link', text: unescaped(label ?? '') || url, url });
    else if (address !== undefined) found.push({ kind: 'link', text: address, url: address });
  }
  add(line.slice(at));
  return found;
}

const fenceStart = /^(`{3,}|~{3,})/;
const headingStart = /^#{1,6}\s+/;
const itemStart = /^\s*[-*+]\s+/;

/** @returns the blocks of a text: headings, lists, code in fences and paragraphs; whatever else Markdown has stays text */
export function parseMarkdown(text: string): MarkdownBlock[] {
  const lines = text.split(/\r?\n/);
  const blocks: MarkdownBlock[] = [];
  let paragraph: string[] = [];
  const endParagraph = () => {
    if (paragraph.length > 0) blocks.push({ kind: 'paragraph', content: inlinesOf(paragraph.join(' ')) });
    paragraph = [];
  };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const fence = fenceStart.exec(line)?.[1];
    if (fence !== undefined) {
      endParagraph();
      const end = lines.findIndex((other, index) => index > at && other.trimEnd() === fence);
      const last = end === -1 ? lines.length : end;
      blocks.push({ kind: 'code', text: lines.slice(at + 1, last).join('\n') });
      at = last;
    } else if (line.trim() === '') {
      endParagraph();
    } else if (headingStart.test(line)) {
      endParagraph();
      blocks.push({ kind: 'heading', content: inlinesOf(line.replace(headingStart, '')) });
    } else if (itemStart.test(line)) {
      endParagraph();
      const item = inlinesOf(line.replace(itemStart, ''));
      const before = blocks.at(-1);
      if (before?.kind === 'list' && itemStart.test(lines[at - 1] ?? '')) before.items.push(item);
      else blocks.push({ kind: 'list', items: [item] });
    } else {
      paragraph.push(line.trim());
    }
  }
  endParagraph();
  return blocks;
}
