export function EnvironmentListScreen() {
  return null;
}
