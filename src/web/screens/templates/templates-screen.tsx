import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import {
  type ComponentProps,
  lazy,
  Suspense,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useState,
} from 'react'
import { copyName } from '#shared/format.ts'
import { isPlaceholder, withStandIn } from '#shared/message/template/stand-ins.ts'
import type { Template } from '#shared/model/template.ts'
import { api } from '#web/data/client.ts'
import { FilterCount, FilterField } from '#web/ui/filters.tsx'
import { usePressedBy } from '#web/ui/key-presses.ts'
import { Page } from '#web/ui/page.tsx'
import { useAddressText } from '#web/ui/use-address-text.ts'
import { useOneTimeParameter } from '#web/ui/use-one-time-parameter.ts'
import { useOpening } from '#web/ui/use-opening.ts'
import { matchingTemplates } from './matching-templates.ts'
import { examplePages, templateExamples } from './template-examples.ts'
import { TemplateGrid } from './template-grid.tsx'
import { recentOf, useAlertDraft } from './use-alert-draft.ts'
import { countLine } from './words.ts'

const loadEditor = () => import('./template-editor.tsx')
const TemplateEditor = lazy(async () => ({ default: (await loadEditor()).TemplateEditor }))

export function TemplatesScreen() {
  const pressedBy = usePressedBy('create')
  // Preloads the editor, whose code is large.
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
  const [askedAlert] = useState(address.editar === undefined ? address.alerta : undefined)
  useOneTimeParameter(askedAlert !== undefined && address.alerta !== undefined, () =>
    navigate({ search: ({ alerta: _, ...rest }) => rest, replace: true }),
  )
  const fitting = useAlertDraft(askedAlert)

  const [editing, open] = useOpening<ComponentProps<typeof TemplateEditor>>(
    isNewAsked ? { for: blank } : undefined,
  )
  const queryClient = useQueryClient()
  /** Newest alert, with which the editor starts, if it can be fetched. */
  const newestOf = async ({ id, usedBy }: Template) => {
    if (usedBy === 0) return undefined
    const page = examplePages(templates ?? []).get(id) ?? [id]
    const [asked] = await Promise.allSettled([queryClient.fetchQuery(templateExamples(page))])
    return asked.status === 'fulfilled' ? asked.value.find(one => one.templateId === id) : undefined
  }
  const edit = async (template: Template) => open({ template, alert: await newestOf(template) })
  const editFor = async (
    template: Template,
    { alerta, falta, vino }: Record<'alerta' | 'falta' | 'vino', string | undefined>,
  ) => {
    const isAsked = falta !== undefined && vino !== undefined && isPlaceholder(vino)
    const change = isAsked ? withKey(template, falta, vino) : undefined
    const input = { id: alerta ?? '' }
    const [asked] = alerta
      ? await Promise.allSettled([queryClient.fetchQuery(api.alerts.read.queryOptions({ input }))])
      : []
    const alert = asked?.status === 'fulfilled' ? recentOf(asked.value) : await newestOf(template)
    open({ template, change, alert })
  }
  const duplicate = async (template: Template) => {
    const { name, content, buttons, picture, whenMissing } = template
    const copied = { content, buttons, picture, whenMissing }
    const start = { name: copyName(name), ...copied, connection: undefined }
    open({ template: undefined, start, alert: await newestOf(template) })
  }
  const asked = templates?.find(({ id }) => id === address.editar)
  const { alerta, falta, vino } = address
  const openAsked = useEffectEvent((template: Template | undefined) => {
    if (template) void editFor(template, { alerta, falta, vino })
    void navigate({
      search: ({ search }) => ({ search }),
      replace: true,
    })
  })
  useEffect(() => {
    if (address.editar !== undefined && templates) openAsked(asked)
  }, [address.editar, templates, asked])

  return (
    <Page
      title="Plantillas de Mensajes"
      action={
        <Button
          {...pressedBy}
          variant={templates?.length === 0 ? 'default' : 'filled'}
          leftSection={<IconPlus />}
          onClick={() => open(blank)}
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
        onCreate={() => open(blank)}
        onEdit={edit}
        onDuplicate={duplicate}
      />
      {editing ? (
        <Suspense>
          <TemplateEditor key={editing.key} {...editing.for} />
        </Suspense>
      ) : (
        fitting && (
          <Suspense>
            <TemplateEditor template={undefined} start={fitting} alert={fitting.alert} />
          </Suspense>
        )
      )}
    </Page>
  )
}

/** Content and buttons of a template with one key replaced by another. */
function withKey({ content, buttons }: Template, missing: string, standIn: string) {
  const replaced = (text: string) => withStandIn(text, missing, standIn)
  return {
    content: replaced(content),
    buttons: buttons.map(row =>
      row.map(button => ({
        ...button,
        text: replaced(button.text),
        ...('value' in button && { value: replaced(button.value) }),
        ...('url' in button && { url: replaced(button.url) }),
      })),
    ),
  }
}

/** A new, empty template. */
const blank = { template: undefined, alert: undefined }
