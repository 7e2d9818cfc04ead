import { Box, Button, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useGuardedClose } from '#web/ui/use-guarded-close.ts'
import type { DraftForm } from './use-draft.ts'

interface EditDialogProps<Values, Draft> {
  form: DraftForm<Values, Draft>
  /** Of `useOpened`. */
  dialog: { opened: boolean; close: () => void }
  title: string
  titleAside?: ReactNode
  width: number | 'xl'
  /** On the button that saves; undefined while there is nothing to save yet. */
  action: string | undefined
  /** Something would be lost with it; unless told, as soon as a field is changed. */
  isChanged?: boolean
  /** What comes of what is typed; on phones a tab of its own, where the first `problem` is told as well. */
  side?: { mainTab: string; tab: string; content: ReactNode }
  /** What keeps it from being saved and is the fault of no field. */
  problem?: string | undefined
  footStart?: ReactNode
  children: ReactNode
}

/** Asks before what was typed is thrown away. */
export function EditDialog<Values, Draft>({
  form: { fields, onSubmit, isPending, giveUp, refusal },
  dialog: { opened, close },
  action,
  isChanged = fields.isDirty(),
  side,
  problem,
  children,
  ...rest
}: EditDialogProps<Values, Draft>) {
  const leave = useGuardedClose({ opened, changed: isChanged, close, giveUp })
  const told = refusal ?? Object.values(fields.errors)[0] ?? problem
  return (
    <Dialog
      {...rest}
      opened={opened}
      onClose={leave}
      onSubmit={onSubmit}
      {...(side && {
        side: {
          ...side,
          width: SIDE_WIDTH,
          content: (
            <Stack gap="md" h="100%">
              {told && (
                <Box hiddenFrom="sm">
                  <Notice>{told}</Notice>
                </Box>
              )}
              {side.content}
            </Stack>
          ),
        },
      })}
      foot={
        <>
          <Button onClick={leave}>Cancelar</Button>
          {action && (
            <Button type="submit" variant="filled" loading={isPending}>
              {action}
            </Button>
          )}
        </>
      }
    >
      {children}
    </Dialog>
  )
}

const SIDE_WIDTH = 400

interface RefusalProps {
  className?: string | undefined
  children: string | undefined
}

/** What the server said against a form as a whole; it comes into sight. */
export const Refusal = ({ className, children }: RefusalProps) =>
  children && (
    <div className={className} ref={node => node?.scrollIntoView({ block: 'nearest' })}>
      <Notice>{children}</Notice>
    </div>
  )
