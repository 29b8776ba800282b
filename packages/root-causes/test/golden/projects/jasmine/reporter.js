const { JUnitXmlReporter } = require('jasmine-reporters');
module.exports = class extends JUnitXmlReporter {
  constructor() {
    super({ savePath: '.', filePrefix: 'junit', consolidateAll: true });
  }
};
