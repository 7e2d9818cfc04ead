import { Button, Tooltip } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { Connection } from '#shared/model/connection.ts'
import { tvConfigTexts } from '#shared/texts.ts'
import { showToast } from '#web/ui/show-toast.tsx'

interface NewConfigButtonProps {
  /** Undefined until they have arrived. */
  connections: Connection[] | undefined
  variant: 'filled' | 'default'
  onCreate: () => void
}

/** Without connections it looks disabled and says why, yet whoever insists is led to them. */
export function NewConfigButton({ connections, variant, onCreate }: NewConfigButtonProps) {
  const navigate = useNavigate()
  const lacking = connections?.length === 0

  const leadToConnections = () => {
    showToast({ type: 'warning', message: tvConfigTexts.connectionFirst })
    void navigate({ to: '/connections' })
  }

  return (
    <Tooltip label="Primero crea una conexión" disabled={!lacking}>
      <Button
        variant={variant}
        leftSection={<IconPlus />}
        data-disabled={lacking}
        aria-disabled={lacking}
        onClick={lacking ? leadToConnections : onCreate}
      >
        Crear Nueva Configuración
      </Button>
    </Tooltip>
  )
}
