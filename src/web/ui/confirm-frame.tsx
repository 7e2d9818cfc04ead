import { Box, Group, Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './confirm-frame.module.css'

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
