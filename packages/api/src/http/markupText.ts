import escapeHtml from 'escape-html';

const notInMarkup = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** @returns the text as an element or an attribute of HTML or XML has it, without the characters that XML refuses */
export function markupText(text: string): string {
  return escapeHtml(text.replaceAll(notInMarkup, ''));
}
