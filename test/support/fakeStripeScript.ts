/**
 * A fake of Stripe.js: `Stripe(key).elements(…)` with a Payment Element of three plain fields, and `confirmSetup`, which
 * sends the card to where the script came from, as the real one does. A card that the bank wants to confirm shows a
 * button in place of the bank's page.
 */
export const fakeStripeScript = `(() => {
  const home = new URL(document.currentScript.src).origin;
  const field = (form, label, name) => {
    const row = document.createElement('label');
    row.textContent = label;
    row.style.cssText = 'display:block;font:13px sans-serif;margin-bottom:8px;color:inherit';
    const input = document.createElement('input');
    input.name = name;
    input.style.cssText = 'display:block;width:100%;box-sizing:border-box;height:32px;font:inherit';
    row.append(input);
    form.append(row);
    return input;
  };
  const sent = async (path, fields) => {
    const response = await fetch(home + path, { method: 'POST', body: new URLSearchParams(fields) });
    return response.json();
  };
  window.Stripe = (key) => ({
    elements: ({ clientSecret }) => {
      const inputs = {};
      const listeners = {};
      return {
        clientSecret,
        inputs,
        create: () => ({
          on: (event, listener) => {
            listeners[event] = listener;
          },
          mount: (place) => {
            const root = typeof place === 'string' ? document.querySelector(place) : place;
            inputs.number = field(root, 'Card number', 'number');
            inputs.expiry = field(root, 'Expiration date', 'expiry');
            inputs.cvc = field(root, 'Security code', 'cvc');
            inputs.root = root;
            listeners.ready?.({});
          },
        }),
        submit: async () => (inputs.number.value === '' ? { error: { message: 'Your card number is incomplete.' } } : {}),
      };
    },
    confirmSetup: async ({ elements }) => {
      const id = elements.clientSecret.replace(/_secret$/, '');
      const { number, cvc, root } = elements.inputs;
      const answer = await sent('/v1/setup_intents/' + id + '/confirm', {
        key,
        client_secret: elements.clientSecret,
        'payment_method_data[card][number]': number.value,
        'payment_method_data[card][cvc]': cvc.value,
      });
      if (answer.error) return { error: answer.error };
      if (answer.status !== 'requires_action') return { setupIntent: answer };
      const button = document.createElement('button');
      button.textContent = 'Complete authentication';
      root.append(button);
      await new Promise((resolve) => button.addEventListener('click', resolve));
      button.remove();
      return { setupIntent: await sent('/fake/authenticate/' + id, {}) };
    },
  });
})();
`;
