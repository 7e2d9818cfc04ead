import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { truncate } from '#shared/format.ts'
import { api } from '#web/data/client.ts'
import { useSelectedConnection } from '#web/data/selected-connection.ts'
import { LoadError } from '#web/parts/load-error.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { LoaderScreen } from '#web/ui/loader-screen.tsx'
import { Page } from '#web/ui/page.tsx'
import { showToast } from '#web/ui/show-toast.tsx'
import { useHasUnsaved } from '#web/ui/unsaved.ts'
import { ConnectionPanel } from './connection-panel.tsx'
import { useConnectionRemoval } from './use-connection-removal.tsx'
import { unknownConnection } from './words.ts'

/** Max length shown; an id in an address may be anything. */
const SHOWN_ID_LENGTH = 64

export function ConnectionPanelScreen() {
  const { connectionId: id } = useParams({ from: '/shell/connections/$connectionId/panel' })
  const navigate = useNavigate()
  const connections = useQuery(
    api.connections.list.queryOptions({
      // Refetched if the cached list lacks the connection, which may be newer, without an event about it.
      refetchOnMount: ({ state }) => (state.data?.some(one => one.id === id) ? true : 'always'),
    }),
  )
  const templates = useQuery(api.templates.list.queryOptions())
  const selected = useSelectedConnection()
  const toConnections = () => navigate({ to: '/connections', replace: true })
  const removal = useConnectionRemoval(toConnections)

  const listed = connections.data?.find(one => one.id === id)
  const [last, setLast] = useState(listed)
  if (listed && listed !== last) setLast(listed)
  // A connection deleted elsewhere stays while it is edited: the edit can be kept as a new one.
  const isHeld = useHasUnsaved() && last?.id === id
  const connection = listed ?? (isHeld ? last : undefined)
  /** True once the edit of a deleted connection was saved as a new one; no error is shown then. */
  const [isKept, setKept] = useState(false)
  const isCurrent = connections.isSuccess && !connections.isFetching && !connections.isStale
  const isUnknown = isCurrent && !connection && !removal.isGone
  const isKnown = connection !== undefined

  const select = useEffectEvent(() => selected.select(id))
  useEffect(() => {
    if (isKnown && id) select()
  }, [isKnown, id])

  const leave = useEffectEvent(() => {
    const message = unknownConnection(truncate(id, SHOWN_ID_LENGTH))
    if (!isKept) showToast({ type: 'error', message })
    void toConnections()
  })
  useEffect(() => {
    if (isUnknown) leave()
  }, [isUnknown])

  const content = () => {
    const error = connections.error ?? templates.error
    if (connection && templates.data && !removal.isGone) {
      return (
        <ConnectionPanel
          key={id}
          connection={connection}
          templates={templates.data}
          onSaved={saved => setKept(!listed && saved.id !== id)}
          onRemove={() => removal.ask(connection)}
        />
      )
    }
    if (!error) return <LoaderScreen within text="Cargando datos de la conexión..." />
    return (
      <LoadError
        title="No se pudo cargar la conexión"
        error={error}
        onRetry={() => Promise.all([connections.refetch(), templates.refetch()])}
      />
    )
  }

  return (
    <Page
      title={connection ? `Panel Específico: ${connection.name}` : 'Panel Específico'}
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
