/** @returns what people call the repository of a URL or path: its last part without '.git' */
export function repositoryNameOf(gitUrl: string): string {
  const parts = gitUrl.split(/[/\\:]/).filter((part) => part.trim() !== '' && part !== '.git');
  return (parts.at(-1) ?? '').replace(/\.git$/, '') || 'repository';
}
