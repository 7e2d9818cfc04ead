import { Box, Button, Group, Modal, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import classes from './open-confirm.module.css'
import { rememberFocus } from './remember-focus.ts'

export interface Confirmation {
  title: string
  /** What will happen, and what will stay. */
  text: ReactNode
  /** The verb on the button, «Eliminar». */
  action: string
  /** False where nothing is lost by it. */
  loses?: boolean
  /** The dialog waits for it, and closes when it is done; it is to say itself what went wrong. */
  onConfirm: () => Promise<unknown>
  /** Ends what was confirmed, when the dialog is closed before it is done. */
  giveUp?: () => void
  /** Called however it ends. */
  onClose?: () => void
}

/** Asks before a whole thing is deleted, replaced, or done twice. */
export function openConfirm({ giveUp, onClose, ...confirmation }: Confirmation): void {
  const id = modals.open({
    withCloseButton: false,
    size: 392,
    onClose: () => {
      giveUp?.()
      onClose?.()
    },
    children: (
      <Confirm {...confirmation} restoreFocus={rememberFocus()} onClose={() => modals.close(id)} />
    ),
  })
}

type ConfirmProps = Omit<Confirmation, 'onClose' | 'giveUp'> & {
  restoreFocus: () => void
  onClose: () => void
}

function Confirm({
  title,
  text,
  action,
  loses = true,
  onConfirm,
  restoreFocus,
  onClose,
}: ConfirmProps) {
  const [busy, setBusy] = useState(false)
  const isBegun = useRef(false)
  const cancel = useRef<HTMLButtonElement>(null)
  const confirm = async () => {
    if (isBegun.current) return
    isBegun.current = true
    // The other one can't keep the focus meanwhile.
    cancel.current?.focus()
    setBusy(true)
    try {
      await onConfirm()
    } finally {
      onClose()
    }
  }
  // The dialog has gone by then, and has given the focus back where it could.
  useEffect(() => restoreFocus, [restoreFocus])

  return (
    <ConfirmFrame title={title} text={text}>
      <Button ref={cancel} data-autofocus onClick={onClose}>
        Cancelar
      </Button>
      <Button variant="filled" {...(loses && { color: 'bad' })} loading={busy} onClick={confirm}>
        {action}
      </Button>
    </ConfirmFrame>
  )
}

interface ConfirmFrameProps {
  title: string
  /** What will happen, and what will stay. */
  text: ReactNode
  /** The buttons. */
  children: ReactNode
}

/** What stands in a small dialog that asks before it does something. */
export function ConfirmFrame({ title, text, children }: ConfirmFrameProps) {
  return (
    <>
      <Box className={classes.head}>
        <Modal.Title className={classes.title}>{title}</Modal.Title>
      </Box>
      <Text component="div" c="dimmed" className={classes.body}>
        {text}
      </Text>
      <Group className={classes.foot} justify="flex-end" gap="xs">
        {children}
      </Group>
    </>
  )
}
