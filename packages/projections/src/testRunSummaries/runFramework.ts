import { frameworkAt, frameworkText } from '../projects/frameworks.ts';
import type { ProjectDocument } from '../projects/projects.ts';

/**
 * @param project undefined: it is not known
 * @param createdAt of the run, ISO 8601
 * @returns the framework that a run was created with, and as people name it
 */
export function runFramework(project: ProjectDocument | undefined, createdAt: string) {
  if (!project) return { testingFramework: 'Other', framework: 'Other' };
  // Until it is rebuilt, an older read model only knows the framework of today.
  const found = frameworkAt(project.frameworks ?? [], createdAt) ?? project.settings;
  return { testingFramework: found.testingFramework, framework: frameworkText(found) };
}
