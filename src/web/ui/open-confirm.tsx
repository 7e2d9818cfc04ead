import { Button } from '@mantine/core'
import { modals } from '@mantine/modals'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { ConfirmFrame } from './confirm-frame.tsx'

interface Confirmation {
  title: string
  /** What will happen, and what will stay. */
  text: ReactNode
  /** The verb on the button, «Eliminar». */
  action: string
  /** The dialog waits for it, and closes when it is done; it is to say itself what went wrong. */
  onConfirm: () => Promise<unknown>
  /** Called however it ends. */
  onClose?: () => void
}

/** Asks before a whole thing is deleted or replaced. */
export function openConfirm({ onClose = () => {}, ...confirmation }: Confirmation): void {
  const id = modals.open({
    withCloseButton: false,
    size: 392,
    onClose,
    children: <Confirm {...confirmation} onClose={() => modals.close(id)} />,
  })
}

type ConfirmProps = Omit<Confirmation, 'onClose'> & { onClose: () => void }

function Confirm({ title, text, action, onConfirm, onClose }: ConfirmProps) {
  const [busy, setBusy] = useState(false)
  const confirm = async ({ currentTarget }: MouseEvent) => {
    // Neither button can keep the focus meanwhile.
    currentTarget.closest<HTMLElement>('[role="dialog"]')?.focus()
    setBusy(true)
    try {
      await onConfirm()
    } finally {
      onClose()
    }
  }
  return (
    <ConfirmFrame title={title} text={text}>
      <Button data-autofocus disabled={busy} onClick={onClose}>
        Cancelar
      </Button>
      <Button variant="filled" color="bad" loading={busy} onClick={confirm}>
        {action}
      </Button>
    </ConfirmFrame>
  )
}
