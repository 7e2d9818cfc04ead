import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useDeferredValue, useEffect, useState } from 'react'
import type { Template } from '#shared/model/template.ts'
import { api } from '#web/data/client.ts'
import { FilterCount, FilterField } from '#web/ui/filters.tsx'
import { Page } from '#web/ui/page.tsx'
import { useAddressText } from '#web/ui/use-address-text.ts'
import { useOneTimeParameter } from '#web/ui/use-one-time-parameter.ts'
import { useOpening } from '#web/ui/use-opening.ts'
import { matchingTemplates } from './matching-templates.ts'
import { TemplateGrid } from './template-grid.tsx'
import { useAlertDraft } from './use-alert-draft.ts'
import { countLine } from './words.ts'

const loadEditor = () => import('./template-editor.tsx')
const TemplateEditor = lazy(async () => ({ default: (await loadEditor()).TemplateEditor }))

export function TemplatesScreen() {
  // The editor is heavy: it is loaded before it is opened.
  useEffect(() => {
    void Promise.allSettled([loadEditor()])
  }, [])

  const address = useSearch({ from: '/shell/templates' })
  const navigate = useNavigate({ from: '/templates' })
  const [search, setSearch] = useAddressText(address.search ?? '', text =>
    navigate({ search: { search: text || undefined }, replace: true }),
  )
  const { data: templates, error, refetch } = useQuery(api.templates.list.queryOptions())
  const sought = useDeferredValue(search)
  const matching = templates && matchingTemplates(templates, sought)

  const isNewAsked = useOneTimeParameter(address.nueva === 'si', () =>
    navigate({ search: ({ nueva: _, ...rest }) => rest, replace: true }),
  )
  const [askedAlert] = useState(address.alerta)
  useOneTimeParameter(address.alerta !== undefined, () =>
    navigate({ search: ({ alerta: _, ...rest }) => rest, replace: true }),
  )
  const draft = useAlertDraft(askedAlert)

  const [editing, edit] = useOpening<Template | undefined>(
    isNewAsked ? { for: undefined } : undefined,
  )

  return (
    <Page
      title="Plantillas de Mensajes"
      action={
        <Button
          variant={templates?.length === 0 ? 'default' : 'filled'}
          leftSection={<IconPlus />}
          onClick={() => edit(undefined)}
        >
          Crear Nueva Plantilla
        </Button>
      }
      filters={
        templates?.length !== 0 && (
          <>
            <FilterField
              placeholder="Buscar por nombre o contenido..."
              label="Buscar plantillas"
              value={search}
              onChange={setSearch}
            />
            {templates && matching && <FilterCount>{countLine(templates, matching)}</FilterCount>}
          </>
        )
      }
    >
      <TemplateGrid
        templates={templates}
        matching={matching}
        error={error}
        onRetry={refetch}
        onClearSearch={() => setSearch('')}
        onCreate={() => edit(undefined)}
        onEdit={edit}
      />
      {editing ? (
        <Suspense>
          <TemplateEditor key={editing.key} template={editing.for} />
        </Suspense>
      ) : (
        draft && (
          <Suspense>
            <TemplateEditor template={undefined} draft={draft} />
          </Suspense>
        )
      )}
    </Page>
  )
}
