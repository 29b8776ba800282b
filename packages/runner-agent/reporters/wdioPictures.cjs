'use strict';
// A WebDriverIO reporter beside the scenario formatter: CucumberJS does not see the browser's screenshots.
const { EventEmitter } = require('node:events');
const AssayFormatter = require('./wdioFormatter.cjs');
const { pictureOf } = require('./wdioPicture.cjs');

class AssayPictures extends EventEmitter {
  constructor() {
    super();
    this.on('client:afterCommand', (command) => {
      const picture = pictureOf(command);
      if (picture !== null) AssayFormatter.keepPicture(picture);
    });
  }

  get isSynchronised() {
    return true;
  }
}

module.exports = AssayPictures;
