import { Button, Card } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Connection } from '#shared/model/connection.ts'
import type { Template } from '#shared/model/template.ts'
import { reachTrouble } from '#shared/tradingview/reach-trouble.ts'
import { client } from '#web/data/client.ts'
import { session } from '#web/data/session.ts'
import { ListeningLight } from '#web/parts/listening/listening-light.tsx'
import { showError } from '#web/parts/show-error.ts'
import { TextLink } from '#web/ui/links.tsx'
import { showToast } from '#web/ui/show-toast.tsx'
import { dashboardTexts } from '../words.ts'
import { ReachNotice } from './reach-notice.tsx'
import classes from './receive-step.module.css'
import { StepHead } from './steps.tsx'
import { WebhookData } from './webhook-data.tsx'

interface ReceiveStepProps {
  connection: Connection
  templates: Template[]
  takesFocus: boolean
  /** Returns to the connection, to correct it. */
  onBack: () => void
  onDone: () => void
}

/** Step 2: the data to paste into TradingView, and the first alert as it arrives. */
export function ReceiveStep({
  connection,
  templates,
  takesFocus,
  onBack,
  onDone,
}: ReceiveStepProps) {
  const trouble = reachTrouble(new URL(connection.webhookUrl))
  const completion = useCompletion()
  useTacitCompletion(templates.length > 0)

  const finish = async () => {
    try {
      await completion.mutateAsync()
      showToast({ type: 'success', message: dashboardTexts.setUp })
      onDone()
    } catch (error) {
      showError(error)
    }
  }

  return (
    <>
      <StepHead title="Pega estos dos datos en TradingView" takesFocus={takesFocus}>
        «{connection.name}» está lista. Crea una alerta en TradingView y sigue estos pasos.{' '}
        <TextLink to="/docs" hash="tradingview" target="_blank" underline="always">
          Ver la documentación
        </TextLink>
      </StepHead>
      <div className={classes.content}>
        <div className={classes.pasted}>
          {trouble && <ReachNotice trouble={trouble} />}
          <WebhookData
            connection={connection}
            template={templates.find(({ id }) => id === connection.templateId)}
          />
        </div>
        <Card component="section" aria-label="Primera alerta" padding={0}>
          <ListeningLight
            connection={connection}
            waiting="Esperando la primera alerta…"
            onEdit={onBack}
          />
        </Card>
      </div>
      <div className={classes.foot}>
        <Button
          className={classes.back}
          variant="subtle"
          leftSection={<IconArrowLeft />}
          onClick={onBack}
        >
          Atrás
        </Button>
        <Button variant="filled" loading={completion.isPending} onClick={finish}>
          Entendido, llévame a mi Dashboard
        </Button>
      </div>
    </>
  )
}

function useCompletion() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => client.profile.update({ initialSetupComplete: true }),
    onSuccess: profile => queryClient.setQueryData(session.queryKey, profile),
  })
}

/** Marks the setup as complete once there are a connection and templates. */
function useTacitCompletion(hasTemplates: boolean): void {
  const isIncomplete = useQuery(session).data?.initialSetupComplete === false
  const { mutate } = useCompletion()
  const isDue = isIncomplete && hasTemplates
  useEffect(() => {
    if (isDue) mutate()
  }, [isDue, mutate])
}
