import { useComputedColorScheme } from '@mantine/core'
import classes from './picture.module.css'
import type { DocsPicture } from './pictures.ts'

interface PictureProps {
  of: DocsPicture
  /** Description for screen readers. */
  alt: string
}

/** Screenshot in the reader's colour scheme; a click opens it at full size. */
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
