/** Where the frame is in which a card is entered. */
export const cardFramePath = '/card-frame';

/** What the page of the account asks of the frame. */
export type ToCardFrame =
  | { type: 'open'; scriptUrl: string; publishableKey: string; clientSecret: string; dark: boolean }
  | { type: 'confirm' };

/** What the frame says. `height`: in pixels. `message`: of the processor; null: it gives no reason. The card itself never leaves it. */
export type FromCardFrame =
  | { type: 'loaded' }
  | { type: 'resized'; height: number }
  | { type: 'ready' }
  | { type: 'refused'; message: string | null }
  | { type: 'away' }
  | { type: 'confirmed'; cardToken: string };
