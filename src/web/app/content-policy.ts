/**
 * What the Content-Security-Policy asks of libraries; imported before all of them. Their styles
 * carry the page's nonce, and zod must not try whether `eval` works.
 */
export const styleNonce =
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

Object.assign(globalThis, {
  __webpack_nonce__: styleNonce,
  // Read by zod when it is loaded, which the first screens do without.
  __zod_globalConfig: { jitless: true },
})
