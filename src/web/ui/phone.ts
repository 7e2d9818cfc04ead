/** Below Mantine's `sm`; the same limit as in the style sheets. */
export const PHONE = '(max-width: 47.99em)'
