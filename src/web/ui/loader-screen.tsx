/**
 * Spinner with a text. As high as the window, like the spinner in `index.html`, which the first screen replaces; with
 * `within`, in place of the content.
 */
export const LoaderScreen = ({ text, within = false }: { text: string; within?: boolean }) => (
  <p className="starting" data-within={within} role="status">
    {text}
  </p>
)
