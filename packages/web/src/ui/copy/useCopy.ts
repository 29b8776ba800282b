import { useTimeout } from '@mantine/hooks';
import { useState } from 'react';
import { showProblem } from '../showFailure.ts';
import { copyText } from './copyText.ts';

/**
 * @param source the text, or how to get it; null if that failed and was said
 * @returns a function that copies the text, or says that it could not; and whether it has just done so
 */
export function useCopy(source: string | (() => Promise<string | null>)): { copied: boolean; copy: () => void } {
  const [copied, setCopied] = useState(false);
  const { start } = useTimeout(() => setCopied(false), 1500);

  async function copy(): Promise<void> {
    const text = typeof source === 'string' ? source : await source();
    if (text === null) return;
    const isCopied = await copyText(text);
    setCopied(isCopied);
    if (isCopied) start();
    else showProblem('Not copied', 'The browser does not allow it here. Select the text and copy it by hand.');
  }
  return { copied, copy: () => void copy() };
}
