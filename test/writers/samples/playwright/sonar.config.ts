import config from './playwright.config';

const sonar = ['@bdellegrazie/playwright-sonar-reporter', { outputFile: 'sonar.xml', sonarcloud: false }];
export default { ...config, reporter: [['list'], sonar] };
