export function EnvironmentScreen() {
  return null;
}
