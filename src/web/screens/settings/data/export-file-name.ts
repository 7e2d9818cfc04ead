/** By the reader's own day. */
export const exportFileName = (now: Date): string =>
  `pregonero-${now.toLocaleDateString('sv-SE')}.json`
