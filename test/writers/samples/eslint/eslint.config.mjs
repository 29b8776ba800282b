export default [{ rules: { 'no-undef': 'error', eqeqeq: 'warn', 'no-debugger': 'error' } }];
