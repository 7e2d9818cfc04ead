import { Button, Modal } from '@mantine/core'
import { modals } from '@mantine/modals'
import { type Difference, linesBeside } from './differences.ts'
import classes from './open-conflict.module.css'

interface Conflict {
  title: string
  text: string
  differences: readonly Difference[]
  /** Element that gets the focus back on closing, before a choice may move it. */
  returnTo: Element | null
  /** The last one is the primary button. */
  choices: readonly { label: string; choose: () => unknown }[]
}

/** Asks how to resolve an edit of an item that was changed or deleted elsewhere; closing leaves the form as it is. */
export function openConflict({ returnTo, ...conflict }: Conflict): void {
  const id = modals.open({
    withCloseButton: false,
    closeOnClickOutside: false,
    size: conflict.differences.length > 0 ? 640 : 392,
    // The chosen action may have focused a field.
    returnFocus: false,
    onClose: () => returnTo instanceof HTMLElement && returnTo.focus(),
    children: <Choice {...conflict} onClose={() => modals.close(id)} />,
  })
}

function Choice({
  title,
  text,
  differences,
  choices,
  onClose,
}: Omit<Conflict, 'returnTo'> & { onClose: () => void }) {
  return (
    <>
      <div className={classes.head}>
        <Modal.Title className={classes.title} tabIndex={-1} data-autofocus>
          {title}
        </Modal.Title>
        <p className={classes.text}>{text}</p>
      </div>
      {differences.length > 0 && <Differences differences={differences} />}
      <div className={classes.foot}>
        {choices.map(({ label, choose }, place) => (
          <Button
            key={label}
            variant={place === choices.length - 1 ? 'filled' : 'default'}
            onClick={() => {
              onClose()
              choose()
            }}
          >
            {label}
          </Button>
        ))}
      </div>
    </>
  )
}

/** May be longer than the window, and is scrolled by keyboard too. */
const Differences = ({ differences }: Pick<Conflict, 'differences'>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: so that it can be scrolled by keyboard
  <section className={classes.differences} aria-label="Lo que no coincide" tabIndex={0}>
    <dl>
      {differences.map(({ label, mine, theirs }) => (
        <div key={label} className={classes.difference}>
          <dt>{label}</dt>
          <Side whose="Lo tuyo" text={mine} other={theirs} />
          <Side whose="Lo suyo" text={theirs} other={mine} />
        </div>
      ))}
    </dl>
  </section>
)

/** In texts of several lines, marks the lines that the other one lacks. */
const Side = ({ whose, text, other }: { whose: string; text: string; other: string }) => (
  <dd>
    <span className={classes.whose}>{whose}</span>
    <span className={classes.value}>
      {text === ''
        ? '—'
        : linesBeside(text, other).map(({ line, isOwn }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing else, and stay
            <span key={place} className={classes.line} data-own={isOwn}>
              {line}
              {'\n'}
            </span>
          ))}
    </span>
  </dd>
)
