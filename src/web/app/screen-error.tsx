import { Button } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Stands where a screen could not be shown: its data or its code did not arrive. */
export function ScreenError() {
  const router = useRouter()
  return (
    <EmptyState
      bare
      icon={IconPlugConnectedX}
      title="No se pudo cargar esta pantalla"
      action={
        <Button variant="filled" onClick={() => router.invalidate()}>
          Reintentar
        </Button>
      }
    >
      Pregonero no responde. Comprueba la conexión y vuelve a intentarlo.
    </EmptyState>
  )
}
