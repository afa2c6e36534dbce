// Texts that the browser keeps for this page. A browser that blocks cookies throws at every access to a storage. Then
// no text is kept, and the page works without it. `storage` is localStorage or sessionStorage.

/** Returns the text that is kept under a key, or null. */
export function recall(storage, key) {
  try {
    return window[storage].getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text under a key. Returns whether the text is kept. */
export function remember(storage, key, text) {
  try {
    window[storage].setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
