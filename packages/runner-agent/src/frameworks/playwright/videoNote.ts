import type { ProjectFiles } from '../../projectFiles/projectFiles.ts';

const ownVideo = /\bvideo['"]?\s*:(?!\s*['"]off['"])/;

/**
 * @param own the project's configuration; null if there is none
 * @returns what a run that wants videos is told where nothing can record them.
 */
export async function noteOnMissingFfmpeg(files: ProjectFiles, own: string | null): Promise<string> {
  const text = (own && (await files.readText(own))) ?? '';
  const missing = 'This runner agent has no ffmpeg, which Playwright needs to record videos';
  return ownVideo.test(text)
    ? `${missing}, and the project's configuration has a video setting: tests that open a page fail. Install ffmpeg on ` +
        "the agent's machine, or start the run without videos."
    : `${missing}: the run records none.`;
}
