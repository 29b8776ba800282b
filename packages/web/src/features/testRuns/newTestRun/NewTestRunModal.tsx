export function NewTestRunModal(_props: { opened: boolean; onClose: () => void }) {
  return null;
}
