import { useComputedColorScheme } from '@mantine/core'
import classes from './picture.module.css'
import type { DocsPicture } from './pictures.ts'

interface PictureProps {
  of: DocsPicture
  /** What is to be seen. */
  alt: string
}

/** One of our screens in the reader's own colours; a click shows it as large as it is. */
export function Picture({ of, alt }: PictureProps) {
  const scheme = useComputedColorScheme('dark')
  return (
    <a className={classes.link} href={of[scheme]} target="_blank" rel="noreferrer">
      <img
        className={classes.picture}
        src={of[scheme]}
        width={1440}
        height={900}
        loading="lazy"
        alt={alt}
      />
    </a>
  )
}
