/**
 * A spinner and what is being waited for: over the whole window, as the page itself shows it until the first screen
 * stands, or in the place of the content.
 */
export const LoaderScreen = ({ text, within = false }: { text: string; within?: boolean }) => (
  <p className="starting" data-within={within} role="status">
    {text}
  </p>
)
