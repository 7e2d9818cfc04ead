import '@mantine/spotlight/styles.layer.css'
import { VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { use, useEffect, useRef, useState } from 'react'
import { MAX_SEARCH_LENGTH } from '#shared/limits.ts'
import { KeysAlone } from '#web/ui/key-presses.ts'
import { Keys } from '../shortcuts/keys.tsx'
import classes from './finder.module.css'
import type { HeldTyping } from './hold-typing.ts'
import { type Finding, useFindings } from './use-findings.ts'

const [store, { open, close }] = createSpotlight()

/** Typing captured until the search field has the focus. */
let held: HeldTyping | undefined

export function openFinder(typing: HeldTyping) {
  held?.release()
  held = typing
  open()
}

/** Called when the field gets the focus: inserts the captured typing, or closes the finder if Escape was pressed. */
function takeTyped() {
  if (held && !held.isWanted()) close()
  const typed = letGo()
  if (typed) type(store.getState().query + typed)
}

/** Stops capturing. @returns the captured text */
function letGo(): string | undefined {
  const typed = held?.release()
  held = undefined
  return typed
}

const LABEL = 'Buscar en todo, o hacer algo'

/** Typing pause before the server is queried. */
const PAUSE_MS = 250

/** Searches everything with a name or a text, and runs actions available everywhere. */
export function Finder() {
  const router = useRouter()
  useEffect(() => () => void letGo(), [])
  useEffect(
    () => router.subscribe('onBeforeNavigate', ({ pathChanged }) => pathChanged && close()),
    [router],
  )
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      centered={false}
      size={600}
      overlayProps={{ backgroundOpacity: 1, blur: 0 }}
      transitionProps={{ duration: 120, transition: 'fade', timingFunction: 'ease-out' }}
      classNames={{
        overlay: classes.overlay,
        content: classes.content,
        search: classes.search,
        actionsList: classes.list,
        actionsGroup: classes.group,
        action: classes.action,
        footer: classes.foot,
      }}
      onSpotlightClose={letGo}
      onExitTransitionEnd={focusContent}
      attributes={{ content: { 'aria-label': LABEL } }}
    >
      <Findings />
    </Spotlight.Root>
  )
}

/** Focuses the content unless the previously focused element or a newly opened dialog has the focus. */
function focusContent() {
  if (document.activeElement === document.body) document.querySelector('main')?.focus()
}

function Findings() {
  const { query } = useSpotlight(store)
  const [settled] = useDebouncedValue(query, PAUSE_MS)
  const { groups, isLooking } = useFindings(query, settled)
  const list = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState('')
  const chosenElement = () => list.current?.querySelector('[data-selected]')

  // Select the first result until another is chosen, also if it arrives late: Enter takes it.
  useEffect(() => {
    const first = list.current?.querySelector('[data-action]')
    if (!first || chosenElement()) return
    first.setAttribute('data-selected', 'true')
    store.updateState(state => ({ ...state, selected: 0 }))
  })

  return (
    <>
      <Spotlight.Search
        value={query}
        placeholder={LABEL}
        aria-label={LABEL}
        leftSection={<IconSearch />}
        maxLength={MAX_SEARCH_LENGTH}
        onFocus={takeTyped}
        onKeyUp={() => setChosen(chosenElement()?.getAttribute('aria-label') ?? '')}
      />
      <Spotlight.ActionsList ref={list}>
        {groups.map(({ label, findings }) => (
          <Spotlight.ActionsGroup key={label} label={label} role="group" aria-label={label}>
            {findings.map(finding => (
              <FindingRow key={finding.key} finding={finding} />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {groups.length === 0 && (
          <Spotlight.Empty>
            {isLooking ? 'Buscando…' : `Nada coincide con «${query}»`}
          </Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
      <Foot />
      {/* Spotlight marks the selection in an attribute only, which screen readers don't announce. */}
      <VisuallyHidden role="status">{chosen}</VisuallyHidden>
    </>
  )
}

const type = (query: string) => store.setState({ ...store.getState(), query, selected: -1 })

/** Blurs the field first: the opened part may check that the user is not typing before it takes the focus. */
function leaveFor(go: () => void) {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  go()
}

function FindingRow({ finding }: { finding: Finding }) {
  const { label, aside, letter, icon: Icon, go, types } = finding
  const hasKeys = use(KeysAlone)
  const keys = letter && hasKeys && `G luego ${letter.toUpperCase()}`
  return (
    <Spotlight.Action
      aria-label={[label, aside, keys].filter(Boolean).join(', ')}
      closeSpotlightOnTrigger={types === undefined}
      onClick={() => (types === undefined ? leaveFor(go) : type(types))}
    >
      <Icon className={classes.icon} />
      <span className={classes.label}>{label}</span>{' '}
      {aside && <span className={classes.aside}>{aside}</span>}{' '}
      {keys && (
        <span className={classes.keys} aria-hidden="true">
          <Keys name={`g ${letter}`} />
        </span>
      )}
    </Spotlight.Action>
  )
}

/** Keys that work in the finder, and the key that lists all shortcuts. */
function Foot() {
  const hasKeys = use(KeysAlone)
  return (
    <Spotlight.Footer aria-hidden="true">
      <Keys name="ArrowUp" /> <Keys name="ArrowDown" /> elegir
      <Keys name="Enter" /> abrir o hacer
      {hasKeys && (
        <span className={classes.all}>
          <Keys name="?" /> todos los atajos
        </span>
      )}
    </Spotlight.Footer>
  )
}
