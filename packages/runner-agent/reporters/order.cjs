'use strict';
// The agent's order for the framework in this process.
const fs = require('node:fs');

module.exports = JSON.parse(fs.readFileSync(process.env.ASSAY_ORDER, 'utf8'));
