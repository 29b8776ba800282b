export default {
  rules: {
    'color-no-invalid-hex': true,
    'block-no-empty': [true, { severity: 'warning' }],
  },
};
