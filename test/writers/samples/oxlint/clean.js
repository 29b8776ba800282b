export const total = 2;
