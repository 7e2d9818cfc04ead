import { useOs } from '@mantine/hooks'
import { Fragment } from 'react'
import classes from './keys.module.css'

/** Keys as written on a keyboard: in sequence or, with «+», pressed together. */
export function Keys({ name }: { name: string }) {
  const isMac = useOs() === 'macos'
  const written = (key: string) =>
    key === 'mod'
      ? isMac
        ? '⌘'
        : 'Ctrl'
      : (signs[key] ?? (key.length === 1 ? key.toUpperCase() : key))
  return (
    <span className={classes.keys}>
      {name.split(' ').map((together, nth) => (
        <Fragment key={together}>
          {nth > 0 && <span className={classes.word}> luego </span>}
          {together.split('+').map(key => (
            <kbd key={key} className={classes.key}>
              {written(key)}
            </kbd>
          ))}
        </Fragment>
      ))}
    </span>
  )
}

const signs: Record<string, string> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Enter: 'Intro',
}
