const tokenKey = 'assay.token';
const accountKey = 'assay.account';
const placeKey = 'assay.place';

/** What the browser keeps between visits: the token, the account, and until the next sign-in the current path. */
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
  /** @returns the stored path; only paths of this origin are stored, so it is safe to navigate to. */
  place(): string | null {
    const place = sessionStorage.getItem(placeKey);
    return place?.startsWith('/') && !place.startsWith('//') ? place : null;
  },
};
