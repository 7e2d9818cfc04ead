import { Button } from '@mantine/core'
import { isDefinedError } from '@orpc/client'
import { IconArrowLeft, IconPlugConnectedX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { shortId } from '#shared/format.ts'
import { api } from '#web/data/client.ts'
import { errorMessage } from '#web/data/error-message.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { LoaderScreen } from '#web/ui/loader-screen.tsx'
import { Page } from '#web/ui/page.tsx'
import { showToast } from '#web/ui/show-toast.tsx'
import classes from './connection-panel-screen.module.css'
import { DeliveryTimes } from './delivery-times.tsx'
import { PanelDetails } from './panel-details.tsx'

export function ConnectionPanelScreen() {
  const { connectionId: id } = useParams({ from: '/shell/connections/$connectionId/panel' })
  const navigate = useNavigate()
  const connection = useQuery(api.connections.read.queryOptions({ input: { id } }))
  const templates = useQuery(api.templates.list.queryOptions())
  const error = connection.error ?? templates.error

  const isUnknown = isDefinedError(connection.error) && connection.error.code === 'NOT_FOUND'
  const leave = useEffectEvent(() => {
    showToast({ type: 'error', message: `Conexión con ID ${shortId(id)} no encontrada.` })
    void navigate({ to: '/connections', replace: true })
  })
  useEffect(() => {
    if (isUnknown) leave()
  }, [isUnknown])

  const content = () => {
    if (connection.data && templates.data) {
      return (
        <div className={classes.columns}>
          <PanelDetails connection={connection.data} templates={templates.data} />
          <DeliveryTimes connection={connection.data} />
        </div>
      )
    }
    if (!error || isUnknown) return <LoaderScreen within text="Cargando datos de la conexión..." />
    return (
      <EmptyState
        icon={IconPlugConnectedX}
        title="No se pudo cargar la conexión"
        action={
          <Button onClick={() => Promise.all([connection.refetch(), templates.refetch()])}>
            Reintentar
          </Button>
        }
      >
        {errorMessage(error)}
      </EmptyState>
    )
  }

  return (
    <Page
      title={connection.data ? `Panel Específico: ${connection.data.name}` : 'Panel Específico'}
      titleOnPhone
      action={
        <LinkButton to="/connections" leftSection={<IconArrowLeft />}>
          Volver a Conexiones
        </LinkButton>
      }
    >
      {content()}
    </Page>
  )
}
