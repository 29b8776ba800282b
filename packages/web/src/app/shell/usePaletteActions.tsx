import { useMantineColorScheme } from '@mantine/core';
import type { SpotlightActionData } from '@mantine/spotlight';
import { useNavigate } from 'react-router';
import { useIncludes } from '../../connection/currentUser.ts';
import { useListProjectsQuery } from '../../connection/serviceHooks.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { IconBox, IconMoon, IconPlus, IconUpload } from '../../ui/icons/icons.ts';
import { useShownAreas } from '../useShownAreas.ts';
import { iconSize } from './iconSize.ts';

function hasEveryWord({ label = '', description = '', keywords = [] }: SpotlightActionData, words: string[]) {
  const text = [label, description, ...keywords].join(' ').toLowerCase();
  return words.every((word) => text.includes(word));
}

/** @returns the places to go to and the actions available everywhere that have every word of the text. */
export function usePaletteActions(text: string): SpotlightActionData[] {
  const navigate = useNavigate();
  const path = useAccountPath();
  const areas = useShownAreas();
  const mayRun = useIncludes('ownRunners');
  const mayUpload = useIncludes('upload');
  const { data: projects } = useListProjectsQuery();
  const { colorScheme, setColorScheme } = useMantineColorScheme();

  const actions: SpotlightActionData[] = areas.map(({ path: area, label, icon: Icon }) => ({
    id: area,
    label,
    description: `Go to ${label.toLowerCase()}`,
    leftSection: <Icon {...iconSize} />,
    onClick: () => void navigate(path(area)),
  }));
  if (mayRun) {
    actions.push({
      id: 'new-test-run',
      label: 'New Test Run',
      description: 'Choose what to run, where and how',
      leftSection: <IconPlus {...iconSize} />,
      onClick: () => void navigate(`${path('test-runs')}?new`),
    });
  }
  if (mayUpload) {
    actions.push({
      id: 'upload-test-run',
      label: 'Upload Test Run',
      description: 'Results from elsewhere, as JUnit XML',
      leftSection: <IconUpload {...iconSize} />,
      onClick: () => void navigate(`${path('test-runs')}?upload`),
    });
  }
  const next = colorScheme === 'dark' ? 'light' : 'dark';
  actions.push({
    id: 'theme',
    label: `Use the ${next} theme`,
    description: 'Toggle theme',
    leftSection: <IconMoon {...iconSize} />,
    onClick: () => setColorScheme(next),
  });
  for (const project of projects ?? []) {
    actions.push({
      id: `project-${project.id}`,
      label: project.name,
      description: `Project · ${project.testingFramework}`,
      keywords: [project.key, project.gitUrl ?? ''],
      leftSection: <IconBox {...iconSize} />,
      onClick: () => void navigate(path(`projects/${project.key}`)),
    });
  }
  const words = text.toLowerCase().split(/\s+/);
  return actions.filter((action) => hasEveryWord(action, words));
}
