import { Button, Card } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import type { Connection } from '#shared/model/connection.ts'
import type { Template } from '#shared/model/template.ts'
import { connectionTexts } from '#shared/texts.ts'
import { ConnectionFields } from '#web/parts/connection-form/connection-fields.tsx'
import { useConnectionForm } from '#web/parts/connection-form/use-connection-form.ts'
import { showToast } from '#web/ui/show-toast.tsx'
import { useUnsaved } from '#web/ui/unsaved.ts'
import classes from './connect-step.module.css'
import { StepHead } from './steps.tsx'

interface ConnectStepProps {
  /** The one that is already there, to correct; without it the first one is made. */
  connection: Connection | undefined
  templates: Template[]
  takesFocus: boolean
  onCancel: () => void
  onSaved: (connection: Connection) => void
}

/** Step 1: a bot and a chat. */
export function ConnectStep({
  connection,
  templates,
  takesFocus,
  onCancel,
  onSaved,
}: ConnectStepProps) {
  const navigate = useNavigate()
  const form = useConnectionForm({
    origin: connection && { kind: 'edit', connection },
    templates,
    onSaved,
    onLeft: onCancel,
  })
  useUnsaved(form.fields.isDirty())

  const lacksTemplates = templates.length === 0
  const leadToTemplates = useEffectEvent(() => {
    showToast({ type: 'warning', message: connectionTexts.templateFirst, place: 'onboarding' })
    void navigate({ to: '/templates' })
  })
  useEffect(() => {
    if (lacksTemplates) leadToTemplates()
  }, [lacksTemplates])

  return (
    <>
      {connection ? (
        <StepHead title="Revisa tu conexión con Telegram" takesFocus={takesFocus}>
          Corrige lo que haga falta; lo demás se queda como está.
        </StepHead>
      ) : (
        <StepHead title="Conecta tu primera cuenta de Telegram" takesFocus={takesFocus}>
          Pregonero escribe en tu chat con un bot tuyo: créalo con @BotFather, añádelo al chat y
          trae aquí su token.
        </StepHead>
      )}
      <Card
        component="form"
        padding={0}
        noValidate
        aria-label="Conexión de Telegram"
        onSubmit={form.onSubmit}
      >
        <div className={classes.fields}>
          <ConnectionFields form={form} />
        </div>
        <div className={classes.foot}>
          {connection && <Button onClick={onCancel}>Cancelar</Button>}
          <Button type="submit" variant="filled" loading={form.isPending}>
            {connection ? 'Actualizar Conexión' : 'Guardar Conexión'}
          </Button>
        </div>
      </Card>
    </>
  )
}
