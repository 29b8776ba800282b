export function problemsOfLinks(page: string, text: string, read: (path: string) => string | null): string[];
export function problemsOfSettings(page: string, code: string): string[];
export function problemsOfPages(root?: string): string[];
