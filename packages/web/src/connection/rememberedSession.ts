const tokenKey = 'assay.token';
const accountKey = 'assay.account';
const placeKey = 'assay.place';

/** What the browser keeps between visits: the token and the account, and until the next sign-in the place. */
export const rememberedSession = {
  tokenKey,
  token: () => localStorage.getItem(tokenKey),
  account: () => localStorage.getItem(accountKey),
  keepToken(token: string | null) {
    if (token === null) localStorage.removeItem(tokenKey);
    else localStorage.setItem(tokenKey, token);
  },
  keepAccount(name: string) {
    localStorage.setItem(accountKey, name);
  },
  keepPlace(path: string) {
    sessionStorage.setItem(placeKey, path);
  },
  forgetPlace() {
    sessionStorage.removeItem(placeKey);
  },
  /** @returns the place kept; only paths of this origin are ever kept, so it is safe to navigate to. */
  place(): string | null {
    const place = sessionStorage.getItem(placeKey);
    return place?.startsWith('/') && !place.startsWith('//') ? place : null;
  },
};
