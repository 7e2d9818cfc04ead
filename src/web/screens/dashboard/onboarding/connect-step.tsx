import { Button, Card } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import type { Connection } from '#shared/model/connection.ts'
import type { Template } from '#shared/model/template.ts'
import { connectionTexts } from '#shared/texts/connections.ts'
import { ConnectionFields } from '#web/parts/connection-form/connection-fields.tsx'
import { useConnectionForm } from '#web/parts/connection-form/use-connection-form.ts'
import { openConfirm } from '#web/ui/open-confirm.tsx'
import { showToast } from '#web/ui/show-toast.tsx'
import { useUnsaved } from '#web/ui/unsaved.ts'
import { DISCARD } from '#web/ui/use-guarded-close.ts'
import { usePhone } from '#web/ui/use-phone.ts'
import classes from './connect-step.module.css'
import { StepHead } from './steps.tsx'
import { useKeptDraft } from './use-kept-draft.ts'

interface ConnectStepProps {
  /** Existing connection to correct; undefined to create the first one. */
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
    onSaved: saved => {
      forgetDraft()
      onSaved(saved)
    },
    onLeft: onCancel,
  })
  useUnsaved(form.fields.isDirty())
  const cancel = () => {
    const leave = () => {
      form.giveUp()
      onCancel()
    }
    if (!form.fields.isDirty()) leave()
    else openConfirm({ ...DISCARD, onConfirm: async () => leave() })
  }
  const forgetDraft = useKeptDraft(form, { isNew: connection === undefined })

  const isPhone = usePhone()
  const begin = useEffectEvent(() => {
    // On phones the keyboard would cover the instructions.
    if (form.isGuided && !isPhone) form.fields.getInputNode('telegramBotToken')?.focus()
  })
  useEffect(() => begin(), [])

  const lacksTemplates = templates.length === 0
  const leadToTemplates = useEffectEvent(() => {
    showToast({ type: 'warning', message: connectionTexts.templateFirst })
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
          Pregonero te escribe con un bot tuyo. Pega aquí su token y elige dónde quieres leer las
          alertas: lo demás se hace solo.
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
        {form.action && (
          <div className={classes.foot}>
            {connection && <Button onClick={cancel}>Cancelar</Button>}
            <Button type="submit" variant="filled" loading={form.isPending}>
              {form.action}
            </Button>
          </div>
        )}
      </Card>
    </>
  )
}
