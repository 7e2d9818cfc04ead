import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { Connection } from '#shared/model/connection.ts'
import { ListeningLight } from '#web/parts/listening/listening-light.tsx'
import { SectionCard } from '#web/ui/section-card.tsx'

interface PanelListeningProps {
  connection: Connection
  onEdit: () => void
}

/** Live view of arriving webhooks for setting up an alert; starts on request. */
export function PanelListening({ connection, onEdit }: PanelListeningProps) {
  const [isOn, setOn] = useState(false)
  return (
    <SectionCard
      flush={isOn}
      title="Escuchar"
      aside={
        <Button variant="subtle" size="xs" onClick={() => setOn(!isOn)}>
          {isOn ? 'Dejar de escuchar' : 'Empezar a escuchar'}
        </Button>
      }
    >
      {isOn ? (
        <ListeningLight connection={connection} waiting="Escuchando…" onEdit={onEdit} />
      ) : (
        <Text fz="xs" lh="xs" c="var(--text-3)">
          ¿Estás creando una alerta en TradingView? Mira en directo qué llega, cómo se lee y qué
          cambiar.
        </Text>
      )}
    </SectionCard>
  )
}
