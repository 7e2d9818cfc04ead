import '@mantine/spotlight/styles.layer.css'
import { VisuallyHidden } from '@mantine/core'
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { MAX_SEARCH_LENGTH } from '#shared/limits.ts'
import classes from './finder.module.css'
import { useFindings } from './use-findings.ts'

const [store, { open: openFinder }] = createSpotlight()

export { openFinder }

const LABEL = 'Buscar pantallas, conexiones y plantillas'

/** Leads to screens, connections and templates by their names. */
export const Finder = () => (
  <Spotlight.Root
    store={store}
    shortcut={null}
    centered={false}
    size={560}
    overlayProps={{ backgroundOpacity: 1, blur: 0 }}
    transitionProps={{ duration: 120, transition: 'fade', timingFunction: 'ease-out' }}
    classNames={{
      overlay: classes.overlay,
      content: classes.content,
      search: classes.search,
      actionsList: classes.list,
      actionsGroup: classes.group,
      action: classes.action,
      actionSection: classes.icon,
      actionBody: classes.body,
      actionLabel: classes.label,
    }}
    attributes={{ content: { 'aria-label': LABEL } }}
  >
    <Findings />
  </Spotlight.Root>
)

function Findings() {
  const { query } = useSpotlight(store)
  const groups = useFindings(query)
  const list = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState('')
  const chosenElement = () => list.current?.querySelector('[data-selected]')

  // The first is what Enter takes until another is chosen, also when it arrives late.
  useEffect(() => {
    const first = list.current?.querySelector('[data-action]')
    if (!first || chosenElement()) return
    first.setAttribute('data-selected', 'true')
    store.updateState(state => ({ ...state, selected: 0 }))
  })

  return (
    <>
      <Spotlight.Search
        placeholder={LABEL}
        aria-label={LABEL}
        leftSection={<IconSearch />}
        maxLength={MAX_SEARCH_LENGTH}
        onKeyUp={() => setChosen(chosenElement()?.textContent ?? '')}
      />
      <Spotlight.ActionsList ref={list}>
        {groups.map(({ label, findings }) => (
          <Spotlight.ActionsGroup key={label} label={label} role="group" aria-label={label}>
            {findings.map(({ key, label, icon: Icon, go }) => (
              <Spotlight.Action key={key} leftSection={<Icon />} label={label} onClick={go} />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {groups.length === 0 && <Spotlight.Empty>Nada coincide con «{query}»</Spotlight.Empty>}
      </Spotlight.ActionsList>
      {/* Spotlight keeps what is chosen in the document alone, where no screen reader looks. */}
      <VisuallyHidden role="status">{chosen}</VisuallyHidden>
    </>
  )
}
