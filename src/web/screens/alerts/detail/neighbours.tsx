import { ActionIcon } from '@mantine/core'
import { type Icon, IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { usePrefetchQuery } from '@tanstack/react-query'
import type { Alert } from '#shared/model/alert.ts'
import { api } from '#web/data/client.ts'
import { useKeyHint, usePressedBy } from '#web/ui/key-presses.ts'
import { tip } from '#web/ui/tips.tsx'

interface NeighboursProps {
  id: string
  page: readonly Pick<Alert, 'id'>[]
  onOpen: (id: string) => void
}

/** Buttons to the previous and the next alert of the page. */
export function Neighbours({ id, page, onOpen }: NeighboursProps) {
  const position = page.findIndex(alert => alert.id === id)
  const before = page[position - 1]?.id
  const after = position < 0 ? undefined : page[position + 1]?.id
  return (
    <>
      <Step
        icon={IconChevronUp}
        label="Alerta anterior"
        by="previous"
        id={before}
        onOpen={onOpen}
      />
      <Step icon={IconChevronDown} label="Alerta siguiente" by="next" id={after} onOpen={onOpen} />
    </>
  )
}

interface StepProps {
  icon: Icon
  label: string
  by: 'previous' | 'next'
  id: string | undefined
  onOpen: (id: string) => void
}

function Step({ icon: Icon, label, by, id, onOpen }: StepProps) {
  const pressedBy = usePressedBy(by)
  const hint = useKeyHint(label, by)
  return (
    <>
      {id !== undefined && <Prefetch id={id} />}
      <ActionIcon
        {...tip(hint)}
        {...pressedBy}
        size="lg"
        aria-label={label}
        // Keeps the focus at the end of the page; a disabled button would lose it.
        aria-disabled={id === undefined}
        data-disabled={id === undefined}
        onClick={() => id !== undefined && onOpen(id)}
      >
        <Icon />
      </ActionIcon>
    </>
  )
}

/** Prefetches the alert one click away. */
function Prefetch({ id }: { id: string }) {
  usePrefetchQuery(api.alerts.read.queryOptions({ input: { id } }))
  return null
}
