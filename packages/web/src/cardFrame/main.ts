// Types only: the frame has no code in common with the pages of accounts.
import type { FromCardFrame, ToCardFrame } from '@assay/contract';
import './cardFrame.css';
import { loadStripe, type StripeError } from './stripeScript.ts';

const place = document.getElementById('card');
const say = (message: FromCardFrame) => window.parent.postMessage(message, window.location.origin);
const tell = ({ type, message }: StripeError) =>
  type === 'api_connection_error' ? say({ type: 'away' }) : say({ type: 'refused', message: message ?? null });

type Open = Extract<ToCardFrame, { type: 'open' }>;

/** Shows the card form. @returns how to confirm the card that was entered */
async function open({ scriptUrl, publishableKey, clientSecret, dark }: Open, form: HTMLElement) {
  document.documentElement.dataset.dark = String(dark);
  const stripe = (await loadStripe(scriptUrl))(publishableKey);
  const elements = stripe.elements({ clientSecret, appearance: { theme: dark ? 'night' : 'stripe' } });
  const element = elements.create('payment', { layout: 'tabs' });
  element.on('ready', () => say({ type: 'ready' }));
  element.mount(form);
  return async () => {
    const { error: incomplete } = await elements.submit();
    if (incomplete) return tell(incomplete);
    const confirmParams = { return_url: window.location.href };
    const { error, setupIntent } = await stripe.confirmSetup({ elements, redirect: 'if_required', confirmParams });
    if (error) return tell(error);
    const method = setupIntent?.payment_method;
    const cardToken = typeof method === 'string' ? method : method?.id;
    if (cardToken === undefined) return say({ type: 'refused', message: null });
    return say({ type: 'confirmed', cardToken });
  };
}

let confirm: () => Promise<void> = async () => say({ type: 'away' });

if (place) {
  new ResizeObserver(() => say({ type: 'resized', height: place.offsetHeight })).observe(place);
  window.addEventListener('message', ({ data, origin, source }: MessageEvent<ToCardFrame>) => {
    if (origin !== window.location.origin || source !== window.parent) return;
    if (data.type === 'confirm') void confirm().catch(() => say({ type: 'away' }));
    if (data.type !== 'open') return;
    open(data, place).then(
      (confirmCard) => {
        confirm = confirmCard;
      },
      () => say({ type: 'away' }),
    );
  });
  say({ type: 'loaded' });
}
