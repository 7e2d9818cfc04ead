import { Button } from '@mantine/core'
import { IconPencil, IconRefresh, IconSend } from '@tabler/icons-react'
import { type MouseEvent, useEffect, useRef } from 'react'
import { MAX_SELECTED_ALERTS } from '#shared/limits.ts'
import type { FailureGroup } from '#shared/model/failure.ts'
import { testTexts } from '#shared/texts/connections.ts'
import { client } from '#web/data/client.ts'
import { useAction } from '#web/data/use-action.ts'
import { showError } from '#web/parts/show-error.ts'
import { useConnectionTest } from '#web/parts/use-connection-test.ts'
import { LinkButton } from '#web/ui/links.tsx'
import { showToast } from '#web/ui/show-toast.tsx'
import { failingNames, resendLabel, resentToast } from './failure-words.ts'

export interface MendButtonProps {
  group: FailureGroup
  /** Instant at which the group was read. */
  asOf: string
  /** The connection, if the group is limited to one. */
  connectionId?: string | undefined
  /** Opens the connection's form, if it is at hand. */
  onEdit?: (() => void) | undefined
}

/** The remedy of a group: fixes the cause while it lasts, resends once it is over. */
export function MendButton(props: MendButtonProps) {
  const { remedy, lasts } = props.group
  if (!lasts || remedy === 'resend') return <ResendButton {...props} />
  if (remedy === 'chat') return <TestButton {...props} />
  return <EditButton {...props} />
}

const look = (group: FailureGroup, verb: string) =>
  ({ size: 'xs', 'aria-label': `${verb}: ${failingNames(group)}`, [MENDS]: true }) as const

function ResendButton({ group, asOf, connectionId }: MendButtonProps) {
  const { start, isPending } = useAction({
    call: (_, signal) =>
      client.failures.resend(
        { cause: group.id, before: asOf, ...(connectionId !== undefined && { connectionId }) },
        { signal },
      ),
    onSuccess: ({ resent }) => showToast(resentToast(resent)),
    onError: showError,
  })
  const followPressed = useFocusAfter()
  const isLong = group.more || group.count > MAX_SELECTED_ALERTS
  const ask = async () => {
    const { openResend } = await import('./resend-failures.ts')
    openResend(group, { connectionId, asOf })
  }
  const label = resendLabel(group)
  return (
    <Button
      {...look(group, label)}
      leftSection={<IconRefresh />}
      loading={isPending}
      onClick={event => {
        followPressed(event)
        void (isLong ? ask() : start())
      }}
    >
      {isLong ? `${label}…` : label}
    </Button>
  )
}

function TestButton({ group }: MendButtonProps) {
  const [connection = { id: '', name: '' }] = group.connections
  const { test, testing } = useConnectionTest(connection, testTexts.failedOnPanel)
  const followPressed = useFocusAfter()
  return (
    <Button
      {...look(group, 'Probar')}
      leftSection={<IconSend />}
      loading={testing}
      onClick={event => {
        followPressed(event)
        test()
      }}
    >
      Probar
    </Button>
  )
}

/**
 * Moves the focus when a button disappears with the cause it has ended: to the button in its place, else to the first
 * control around it.
 *
 * @returns click handler of the button
 */
function useFocusAfter(): (event: MouseEvent) => void {
  const around = useRef<Element>(null)
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return
        const control = [`[${MENDS}]`, CONTROL]
          .map(selector => around.current?.querySelector<HTMLElement>(selector))
          .find(Boolean)
        control?.focus()
      })
    },
    [],
  )
  return ({ currentTarget }) => {
    around.current = currentTarget.closest(AROUND)
  }
}

const MENDS = 'data-mends'
const CONTROL = 'button:not(:disabled), a[href], summary'
const AROUND = 'li, article, section'

function EditButton({ group, onEdit }: MendButtonProps) {
  const [connection] = group.connections
  if (group.remedy === 'template' && group.templateId !== null)
    return (
      <LinkButton
        {...look(group, 'Editar plantilla')}
        leftSection={<IconPencil />}
        to="/templates"
        search={{ editar: group.templateId }}
      >
        Editar plantilla
      </LinkButton>
    )
  if (onEdit)
    return (
      <Button {...look(group, 'Editar')} leftSection={<IconPencil />} onClick={onEdit}>
        Editar
      </Button>
    )
  return (
    <LinkButton
      {...look(group, 'Editar')}
      leftSection={<IconPencil />}
      to="/connections"
      search={{ editar: connection?.id }}
    >
      Editar
    </LinkButton>
  )
}
