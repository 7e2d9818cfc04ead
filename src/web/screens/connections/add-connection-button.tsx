import { Button, Tooltip } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { Template } from '#shared/model/template.ts'
import { connectionTexts } from '#shared/texts.ts'
import { showToast } from '#web/ui/show-toast.tsx'

interface AddConnectionButtonProps {
  /** Undefined until they have arrived. */
  templates: Template[] | undefined
  variant: 'filled' | 'default'
  onAdd: () => void
}

/** Without templates it looks disabled and says why, yet whoever insists is led to the templates. */
export function AddConnectionButton({ templates, variant, onAdd }: AddConnectionButtonProps) {
  const navigate = useNavigate()
  const lacking = templates?.length === 0

  const leadToTemplates = () => {
    showToast({ type: 'warning', message: connectionTexts.templateFirst })
    void navigate({ to: '/templates' })
  }

  return (
    <Tooltip label="Primero crea una plantilla" disabled={!lacking}>
      <Button
        variant={variant}
        leftSection={<IconPlus />}
        data-disabled={lacking}
        aria-disabled={lacking}
        onClick={lacking ? leadToTemplates : onAdd}
      >
        Añadir Nueva Conexión
      </Button>
    </Tooltip>
  )
}
