import { ActionIcon, Button } from '@mantine/core'
import { IconHeartbeat } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import type { TvConfig, TvConfigDraft } from '#shared/model/tv-config.ts'
import { tvConfigTexts } from '#shared/texts/tv-configs.ts'
import { api } from '#web/data/client.ts'
import { CreateButton } from '#web/parts/create-button.tsx'
import { useHeartbeatMaker } from '#web/parts/heartbeat/use-heartbeat-maker.tsx'
import { PayloadDialog } from '#web/parts/payload-dialog/payload-dialog.tsx'
import { showError } from '#web/parts/show-error.ts'
import { Page } from '#web/ui/page.tsx'
import { showToast } from '#web/ui/show-toast.tsx'
import { useAddressText } from '#web/ui/use-address-text.ts'
import { useOneTimeParameter } from '#web/ui/use-one-time-parameter.ts'
import { useOpening } from '#web/ui/use-opening.ts'
import { usePhone } from '#web/ui/use-phone.ts'
import { ConfigDialog } from './config-dialog.tsx'
import { ConfigFilters } from './config-filters.tsx'
import { ConfigGrid } from './config-grid.tsx'
import { matchingConfigs } from './matching-configs.ts'
import { blankConfig, cloneConfig } from './new-config.ts'
import type { SavedConfig } from './use-config-form.ts'

const REASSIGNED_TOAST_MS = 7_000

interface Edited {
  /** Initial values of the dialog; undefined: a blank configuration. */
  draft?: TvConfigDraft
  saved?: SavedConfig
  isClone?: boolean
}

export function TvAlertGeneratorScreen() {
  const { connectionId, nueva, editar, ...address } = useSearch({
    from: '/shell/tv-alert-generator',
  })
  const navigate = useNavigate({ from: '/tv-alert-generator' })
  const [search, setSearch] = useAddressText(address.search ?? '', text =>
    navigate({ search: before => ({ ...before, search: text || undefined }), replace: true }),
  )
  const choose = (id: string | undefined) =>
    navigate({ search: before => ({ ...before, connectionId: id }), replace: true })

  const configs = useQuery(api.tvConfigs.list.queryOptions())
  const connections = useQuery(api.connections.list.queryOptions())
  const templates = useQuery(api.templates.list.queryOptions())
  const all = connections.isPending ? undefined : configs.data
  const filter = { search, connectionId }
  const sought = useDeferredValue(search)
  const shown = all && matchingConfigs(all, { ...filter, search: sought })

  const [editing, setEditing] = useOpening<Edited>()
  // State of the screen: the card that opens the JSON's dialog may unmount while the dialog is open.
  const [generating, generate] = useOpening<string>()
  const { maker, make } = useHeartbeatMaker()
  const phone = usePhone()
  const open = (what: Edited = {}) => {
    if (connections.error && !connections.data) {
      showError(connections.error)
      void connections.refetch()
      return
    }
    setEditing(what)
  }

  const edit = ({ id, version, ...draft }: TvConfig) =>
    open({ draft, saved: { id, version, name: draft.name } })
  useOneTimeParameter(nueva === 'si', () => {
    open()
    void navigate({ search: ({ nueva: _, ...rest }) => rest, replace: true })
  })
  useOneTimeParameter(editar !== undefined && all !== undefined, () => {
    const config = all?.find(({ id }) => id === editar)
    if (config) edit(config)
    else showToast({ type: 'error', message: 'Esa configuración ya no existe.' })
    void navigate({ search: ({ editar: _, ...rest }) => rest, replace: true })
  })
  const clone = (config: TvConfig) => {
    const copy = cloneConfig(config, connections.data)
    if ('refusal' in copy) {
      showToast({ type: 'error', message: copy.refusal })
      return
    }
    if (copy.warning) {
      showToast({ type: 'warning', message: copy.warning, ms: REASSIGNED_TOAST_MS })
    }
    open({ draft: copy.draft, isClone: true })
  }

  return (
    <Page
      title="Generador de Alertas para TradingView"
      action={
        <>
          {phone ? (
            <ActionIcon
              flex="none"
              variant="default"
              size="lg"
              aria-label="Latido"
              onClick={() => make({ kind: 'create' })}
            >
              <IconHeartbeat />
            </ActionIcon>
          ) : (
            <Button leftSection={<IconHeartbeat />} onClick={() => make({ kind: 'create' })}>
              Latido
            </Button>
          )}
          <CreateButton
            variant={all?.length === 0 ? 'default' : 'filled'}
            onCreate={() => open()}
            lacks={connections.data?.length === 0 ? connectionFirst : undefined}
          >
            Crear Nueva Configuración
          </CreateButton>
        </>
      }
      filters={
        (all ? all.length > 0 : !configs.error) && (
          <ConfigFilters
            filter={filter}
            onSearch={setSearch}
            onChoose={choose}
            connections={connections.data}
            counts={all && shown && { all: all.length, shown: shown.length }}
          />
        )
      }
    >
      <ConfigGrid
        all={all}
        shown={shown}
        connections={connections.data}
        error={configs.error}
        onRetry={configs.refetch}
        onClearFilters={() => {
          setSearch('')
          void choose(undefined)
        }}
        onCreate={() => open()}
        onGenerate={({ id }) => generate(id)}
        onEdit={edit}
        onClone={clone}
      />
      {editing && connections.data && !templates.isPending && (
        <ConfigDialog
          key={`edit ${editing.key}`}
          draft={editing.for.draft ?? blankConfig(connections.data, connectionId)}
          saved={editing.for.saved}
          isClone={editing.for.isClone ?? false}
          connections={connections.data}
          templates={templates.data}
          onRetryTemplates={templates.refetch}
        />
      )}
      {maker}
      {generating && (
        <PayloadDialog
          key={`generate ${generating.key}`}
          source={{ kind: 'tv-config', id: generating.for }}
        />
      )}
    </Page>
  )
}

const connectionFirst = {
  hint: 'Primero crea una conexión',
  message: tvConfigTexts.connectionFirst,
  to: '/connections',
} as const
