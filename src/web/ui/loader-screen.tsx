import { Loader } from '@mantine/core'
import classes from './loader-screen.module.css'

/** A spinner and what is being waited for: over the whole window, or in the place of the content. */
export function LoaderScreen({ text, within = false }: { text: string; within?: boolean }) {
  return (
    <div className={classes.screen} data-within={within} role="status">
      <Loader />
      {text}
    </div>
  )
}
