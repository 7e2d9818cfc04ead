import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type LinkProps, useNavigate } from '@tanstack/react-router'
import { usePressedBy } from '#web/ui/key-presses.ts'
import { showToast } from '#web/ui/show-toast.tsx'
import { tip } from '#web/ui/tips.tsx'

interface CreateButtonProps {
  children: string
  variant: 'filled' | 'default'
  onCreate: () => void
  /** Missing prerequisite, and the screen that creates it. */
  lacks: { hint: string; message: string; to: NonNullable<LinkProps['to']> } | undefined
}

/** Creates a new item. Without its prerequisite it looks disabled and says why; a click leads to that screen. */
export function CreateButton({ children, variant, onCreate, lacks }: CreateButtonProps) {
  const navigate = useNavigate()
  const pressedBy = usePressedBy('create')
  return (
    <Button
      {...tip(lacks?.hint ?? null)}
      {...pressedBy}
      variant={variant}
      leftSection={<IconPlus />}
      data-disabled={lacks !== undefined}
      aria-disabled={lacks !== undefined}
      onClick={() => {
        if (!lacks) return onCreate()
        showToast({ type: 'warning', message: lacks.message })
        void navigate({ to: lacks.to })
      }}
    >
      {children}
    </Button>
  )
}
