import { type Hint, HintLine } from './hint-line.tsx'

interface FieldHintProps {
  hint: Hint | undefined
  /** Stands there as long as there is no hint, so that nothing moves under a click. */
  children: string
}

/** What is known about a field's content, as the `description` of the field. */
export function FieldHint({ hint, children }: FieldHintProps) {
  return (
    <>
      <span aria-live="polite">{hint && <HintLine hint={hint} />}</span>
      {!hint && children}
    </>
  )
}
