import type { Tool } from './tool.ts';
import { commandTools } from './tools/commandTools.ts';
import { projectTools } from './tools/projectTools.ts';
import { runTools } from './tools/runTools.ts';
import { testTools } from './tools/testTools.ts';

/** Every tool, the one to begin with first. */
export const tools: readonly Tool[] = [...runTools, ...testTools, ...projectTools, ...commandTools];
