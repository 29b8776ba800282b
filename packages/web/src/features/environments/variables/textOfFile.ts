import { formFields } from '@assay/contract';
import { formatCount } from '../../../ui/format/formatNumbers.ts';

const { maxLength } = formFields.variableValue;

/** Why a file cannot be the content of a variable. */
export const unusableFile = `it has to be text in UTF-8, of at most ${formatCount(maxLength)} characters.`;

/** What stands for bytes that are no text. */
const unreadable = '\ufffd';

/** @returns the text of a file; null when it is not text, or too long for a variable */
export async function textOfFile(file: File): Promise<string | null> {
  // A character has up to four bytes.
  if (file.size > maxLength * 4) return null;
  const text = new TextDecoder().decode(await bytesOf(file));
  return text.length > maxLength || text.includes(unreadable) ? null : text;
}

function bytesOf(file: File): Promise<ArrayBuffer> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.onerror = () => reject(reader.error);
    reader.readAsArrayBuffer(file);
  });
}
