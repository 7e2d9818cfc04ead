import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { SectionCard } from '#web/ui/section-card.tsx'
import classes from './data-card.module.css'
import { ResetDialog } from './reset-dialog.tsx'

/** Resets an account to its initial state. */
export function ResetCard() {
  const [opening, setOpening] = useState(0)
  return (
    <SectionCard flush title="Reiniciar Todo">
      <div className={classes.section}>
        <Text c="dimmed">
          Borra todo lo configurado y todo el historial, y deja tu cuenta como recién creada. Tu
          contraseña y tus sesiones siguen igual; también tus tokens de API, la verificación en dos
          pasos y las llaves de acceso, si no pides lo contrario.
        </Text>
        <Button
          className={classes.action}
          variant="outline"
          color="bad"
          onClick={() => setOpening(opening + 1)}
        >
          Reiniciar Todo
        </Button>
      </div>
      {opening > 0 && <ResetDialog key={opening} />}
    </SectionCard>
  )
}
