import { Box, Button, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useGuardedClose } from '#web/ui/use-guarded-close.ts'
import type { DraftForm } from './use-draft.ts'

interface EditDialogProps<Values, Draft> {
  form: DraftForm<Values, Draft>
  /** From `useOpened`. */
  dialog: { opened: boolean; close: () => void }
  title: string
  titleAside?: ReactNode
  width: number | 'xl'
  /** Label of the submit button; undefined while saving is not possible yet. */
  action: string | undefined
  /** True if closing would lose input; defaults to any changed field. */
  isChanged?: boolean
  /** Result of the typed values; on phones a tab of its own, which also shows the first error. */
  side?: { mainTab: string; tab: string; content: ReactNode }
  /** Error that prevents saving and belongs to no field. */
  problem?: string | undefined
  footStart?: ReactNode
  children: ReactNode
}

/** Form dialog that asks before typed input is discarded. */
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

/** Server error about a form as a whole, scrolled into view. */
export const Refusal = ({ className, children }: RefusalProps) =>
  children && (
    <div className={className} ref={node => node?.scrollIntoView({ block: 'nearest' })}>
      <Notice>{children}</Notice>
    </div>
  )
