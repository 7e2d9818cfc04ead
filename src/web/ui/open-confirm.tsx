import { Box, Button, Group, Modal, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import classes from './open-confirm.module.css'
import { rememberFocus } from './remember-focus.ts'

export interface Confirmation {
  title: string
  /** Text of the question: effects, and what stays. */
  text: ReactNode
  /** The verb on the button, «Eliminar». */
  action: string
  /** False if the action destroys no data; the button is then not red. */
  loses?: boolean
  /** The action. The dialog closes when it has ended, also by an error, which it has to report itself. */
  onConfirm: () => Promise<unknown>
  /** Aborts the action. Called on closing; without effect once the action has ended. */
  giveUp?: () => void
  /** Called after `giveUp`, confirmed or not, for the caller's own clean-up. */
  onClose?: () => void
}

/** Asks before an item is deleted or replaced, or an action repeated. */
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
    // The confirming button is disabled while the action runs, and would lose the focus.
    cancel.current?.focus()
    setBusy(true)
    try {
      await onConfirm()
    } finally {
      onClose()
    }
  }
  // Runs on unmount, after the dialog has given the focus back if it could.
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
  /** Text of the question: effects, and what stays. */
  text: ReactNode
  /** The buttons. */
  children: ReactNode
}

/** Content of a small dialog that asks for confirmation. */
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
