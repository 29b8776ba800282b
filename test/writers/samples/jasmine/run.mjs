import { createRequire } from 'node:module';
import Jasmine from 'jasmine';

const require = createRequire(import.meta.url);
const [reporter, ...files] = process.argv.slice(2);
const jasmine = new Jasmine();
jasmine.loadConfig({ spec_dir: '.', spec_files: files, random: false });
if (reporter === 'allure') jasmine.addReporter(new (require('allure-jasmine'))({ resultsDir: 'allure-results' }));
else {
  const options = { savePath: '.', filePrefix: 'report', consolidateAll: true };
  jasmine.addReporter(new (require('jasmine-reporters')[reporter])(options));
}
await jasmine.execute();
