export function ProjectListScreen() {
  return null;
}
