import { roleLabels } from '@assay/contract';
import { useMantineColorScheme } from '@mantine/core';
import type { SpotlightActionData } from '@mantine/spotlight';
import { useNavigate } from 'react-router';
import { useIncludes, useRights } from '../../connection/currentUser.ts';
import { useListProjectsQuery, useListUserRolesQuery } from '../../connection/serviceHooks.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { settingsPages } from '../../features/settings/settingsPages.ts';
import { IconBox, IconMoon, IconPlus, IconSettings, IconUpload, IconUser } from '../../ui/icons/icons.ts';
import { useShownAreas } from '../useShownAreas.ts';
import { iconSize } from './iconSize.ts';

function hasEveryWord({ label = '', description = '', keywords = [] }: SpotlightActionData, words: string[]) {
  const text = [label, description, ...keywords].join(' ').toLowerCase();
  return words.every((word) => text.includes(word));
}

/** Of many people of one name the list of users shows the others. */
const mostPeople = 8;

/** @returns the places to go to and the actions available everywhere that have every word of the text. */
export function usePaletteActions(text: string): SpotlightActionData[] {
  const navigate = useNavigate();
  const path = useAccountPath();
  const areas = useShownAreas();
  const mayRun = useIncludes('ownRunners');
  const mayUpload = useIncludes('upload');
  const { data: projects } = useListProjectsQuery();
  const { pages, people } = useSettingsActions(text.trim() !== '');
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
  const words = text.toLowerCase().trim().split(/\s+/);
  const fits = (action: SpotlightActionData) => hasEveryWord(action, words);
  // Only what is typed leads to them: unasked they would hide the few places above.
  return text.trim() === ''
    ? actions
    : [...actions, ...pages].filter(fits).concat(people.filter(fits).slice(0, mostPeople));
}

/**
 * @param wanted whether anything is typed: until then, people are not read
 * @returns the pages of the settings and the people of the account that the person may see.
 */
function useSettingsActions(wanted: boolean): Record<'pages' | 'people', SpotlightActionData[]> {
  const navigate = useNavigate();
  const path = useAccountPath();
  const may = useRights();
  const { data: roles = [] } = useListUserRolesQuery(undefined, { skip: !wanted || !may('userRole.read') });
  const pages = settingsPages
    .filter(({ permission }) => may(permission))
    .map(({ id, title }) => ({
      id: `settings-${id}`,
      label: title,
      description: 'Settings',
      leftSection: <IconSettings {...iconSize} />,
      onClick: () => void navigate(path(`settings/${id}`)),
    }));
  const people = roles.map(({ id, roleType, user }) => ({
    id: `person-${id}`,
    label: user.fullName,
    description: `${roleLabels[roleType]} · ${user.email}`,
    leftSection: <IconUser {...iconSize} />,
    onClick: () => void navigate(`${path('settings/users')}?search=${encodeURIComponent(user.email)}`),
  }));
  return { pages, people };
}
