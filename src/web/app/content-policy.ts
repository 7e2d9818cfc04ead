/**
 * Content-Security-Policy settings of libraries, imported before all of them: their styles carry the page's nonce,
 * and zod must not probe whether `eval` works.
 */
export const styleNonce =
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

Object.assign(globalThis, {
  __webpack_nonce__: styleNonce,
  // Read by zod when it loads; the first screens do without zod.
  __zod_globalConfig: { jitless: true },
})
