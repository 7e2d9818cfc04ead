import { IconArrowsSort, IconTag } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { shortId } from '#shared/format.ts'
import { MAX_SEARCH_LENGTH } from '#shared/limits.ts'
import type { Connection } from '#shared/model/connection.ts'
import { connectionTexts } from '#shared/texts/connections.ts'
import { api } from '#web/data/client.ts'
import { connectionCountLine } from '#web/parts/connection-count-line.ts'
import { ConnectionDialog } from '#web/parts/connection-form/connection-dialog.tsx'
import type { Origin } from '#web/parts/connection-form/connection-values.ts'
import { CreateButton } from '#web/parts/create-button.tsx'
import { PayloadDialog } from '#web/parts/payload-dialog/payload-dialog.tsx'
import { FilterCount, FilterField, FilterFieldSkeleton } from '#web/ui/filters.tsx'
import { Page } from '#web/ui/page.tsx'
import { Select } from '#web/ui/select.tsx'
import { showToast } from '#web/ui/show-toast.tsx'
import { useAddressText } from '#web/ui/use-address-text.ts'
import { useOneTimeParameter } from '#web/ui/use-one-time-parameter.ts'
import { useOpening } from '#web/ui/use-opening.ts'
import { ConnectionGrid } from './connection-grid.tsx'
import classes from './connections-screen.module.css'
import { failuresFirst } from './failures-first.ts'
import { withTag } from './tag-match.ts'
import { useWeeks } from './use-weeks.ts'
import { unknownConnection } from './words.ts'

export function ConnectionsScreen() {
  const { tag = '', sort, nueva, editar } = useSearch({ from: '/shell/connections' })
  const navigate = useNavigate({ from: '/connections' })
  const [text, setText] = useAddressText(tag, typed =>
    navigate({ search: before => ({ ...before, tag: typed || undefined }), replace: true }),
  )
  const connections = useQuery(api.connections.list.queryOptions())
  const templates = useQuery(api.templates.list.queryOptions())
  const all = connections.data
  const filter = useDeferredValue(text)
  const weeks = useWeeks()
  const tagged = all && withTag(all, filter)
  const shown = tagged && sort ? failuresFirst(tagged, weeks ?? new Map()) : tagged

  const [editing, openForm] = useOpening<Origin | undefined>()
  useOneTimeParameter(nueva === 'si', () => {
    openForm(undefined)
    void navigate({ search: ({ nueva: _, ...rest }) => rest, replace: true })
  })
  useOneTimeParameter(editar !== undefined && all !== undefined, () => {
    const connection = all?.find(one => one.id === editar)
    if (connection) openForm({ kind: 'edit', connection })
    else showToast({ type: 'error', message: unknownConnection(shortId(editar ?? '')) })
    void navigate({ search: ({ editar: _, ...rest }) => rest, replace: true })
  })
  // State of the screen: the card that opens the JSON's dialog may unmount while the dialog is open.
  const [generating, generate] = useOpening<string>()

  return (
    <Page
      title="Conexiones de Telegram"
      action={
        <CreateButton
          variant={all?.length === 0 ? 'default' : 'filled'}
          onCreate={() => openForm(undefined)}
          lacks={templates.data?.length === 0 ? templateFirst : undefined}
        >
          Añadir Nueva Conexión
        </CreateButton>
      }
      filters={
        (all ? all.length > 0 : !connections.error) && (
          <ConnectionFilters
            text={text}
            onType={setText}
            sort={sort}
            onSort={chosen =>
              navigate({ search: before => ({ ...before, sort: chosen }), replace: true })
            }
            all={all}
            shown={shown}
          />
        )
      }
    >
      <ConnectionGrid
        all={all}
        shown={shown}
        templates={templates.data}
        weeks={weeks}
        error={connections.error ?? templates.error}
        onRetry={() => Promise.all([connections.refetch(), templates.refetch()])}
        onClearFilter={() => setText('')}
        onAdd={() => openForm(undefined)}
        onGenerate={generate}
        onOpen={openForm}
      />
      {editing && templates.data && (
        <ConnectionDialog
          key={`edit ${editing.key}`}
          origin={editing.for}
          templates={templates.data}
        />
      )}
      {generating && (
        <PayloadDialog
          key={`generate ${generating.key}`}
          source={{ kind: 'connection', id: generating.for }}
        />
      )}
    </Page>
  )
}

const templateFirst = {
  hint: 'Primero crea una plantilla',
  message: connectionTexts.templateFirst,
  to: '/templates',
} as const

interface ConnectionFiltersProps {
  text: string
  onType: (text: string) => void
  /** Undefined: by name. */
  sort: 'fallos' | undefined
  onSort: (sort: 'fallos' | undefined) => void
  /** Undefined until loaded; a placeholder keeps the row's place. */
  all: Connection[] | undefined
  shown: Connection[] | undefined
}

function ConnectionFilters({ text, onType, sort, onSort, all, shown }: ConnectionFiltersProps) {
  if (!all || !shown) return <FilterFieldSkeleton />
  return (
    <>
      <FilterField
        label="Filtrar por etiqueta"
        maxLength={MAX_SEARCH_LENGTH}
        placeholder="Filtrar por etiqueta..."
        leftSection={<IconTag />}
        clearLabel="Limpiar el filtro"
        value={text}
        onChange={onType}
      />
      <Select
        className={classes.sort}
        aria-label="Orden"
        leftSection={<IconArrowsSort />}
        data={[
          { value: '', label: 'Por nombre' },
          { value: 'fallos', label: 'Con fallos primero' },
        ]}
        value={sort ?? ''}
        onChange={chosen => onSort(chosen === 'fallos' ? chosen : undefined)}
      />
      <FilterCount>{connectionCountLine(all, shown)}</FilterCount>
    </>
  )
}
