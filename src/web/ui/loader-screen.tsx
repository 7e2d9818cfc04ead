/**
 * Spinner with a text: over the whole window, like the page's own until the first screen renders, or in place of the
 * content.
 */
export const LoaderScreen = ({ text, within = false }: { text: string; within?: boolean }) => (
  <p className="starting" data-within={within} role="status">
    {text}
  </p>
)
