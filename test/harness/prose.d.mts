/** The English of added lines: see prose.mjs. */
export function problemsOfLine(file: string, line: string): { found: string; instead: string }[];
export function problemsOfProse(root?: string, since?: string): string[];
