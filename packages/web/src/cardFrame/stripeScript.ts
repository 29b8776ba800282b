/** The part of Stripe.js that the frame uses; https://docs.stripe.com/js. */
export type StripeScript = (publishableKey: string) => {
  elements(options: { clientSecret: string; appearance: { theme: string } }): StripeElements;
  confirmSetup(options: {
    elements: StripeElements;
    redirect: 'if_required';
    confirmParams: { return_url: string };
  }): Promise<{ error?: StripeError; setupIntent?: { payment_method: string | { id: string } | null } }>;
};
export type StripeElements = {
  create(
    type: 'payment',
    options: { layout: string },
  ): {
    mount(place: Element): void;
    on(event: 'ready', listener: () => void): void;
  };
  submit(): Promise<{ error?: StripeError }>;
};
export type StripeError = { type?: string; message?: string };

/** Loads the script of the payment processor. @throws Error if it cannot be loaded */
export async function loadStripe(url: string): Promise<StripeScript> {
  await new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error(`${url} cannot be loaded`)));
    document.head.append(script);
  });
  const { Stripe } = globalThis as { Stripe?: StripeScript };
  if (!Stripe) throw new Error(`${url} is not the script of the payment processor`);
  return Stripe;
}
