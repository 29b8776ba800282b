export function NewProjectScreen() {
  return null;
}
