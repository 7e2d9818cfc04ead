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
  useRef,
  useState,
} from 'react'
import { copyName } from '#shared/format.ts'
import { MAX_SEARCH_LENGTH } from '#shared/limits.ts'
import { isPlaceholder, withStandIn } from '#shared/message/template/stand-ins.ts'
import type { Template } from '#shared/model/template.ts'
import { api } from '#web/data/client.ts'
import { FilterCount, FilterField } from '#web/ui/filters.tsx'
import { usePressedBy } from '#web/ui/key-presses.ts'
import { Page } from '#web/ui/page.tsx'
import { showToast } from '#web/ui/show-toast.tsx'
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
type Edited = ComponentProps<typeof TemplateEditor>

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

  const [askedAlert] = useState(address.editar === undefined ? address.alerta : undefined)
  useOneTimeParameter(askedAlert !== undefined && address.alerta !== undefined, () =>
    navigate({ search: ({ alerta: _, ...rest }) => rest, replace: true }),
  )
  const fitting = useAlertDraft(askedAlert)

  const [editing, show] = useOpening<Edited>()
  const wishes = useRef(0)
  /** Opens the editor once its alert is known, unless another wish came later: it may be filled in already. */
  const open = async (what: Omit<Edited, 'alert'>, alert?: Promise<Edited['alert']>) => {
    wishes.current += 1
    const wish = wishes.current
    const sample = await alert
    if (wish === wishes.current) show({ ...what, alert: sample })
  }
  const create = () => open({ template: undefined })
  useOneTimeParameter(address.nueva === 'si', () => {
    void create()
    void navigate({ search: ({ nueva: _, ...rest }) => rest, replace: true })
  })
  const queryClient = useQueryClient()
  /** Newest alert, with which the editor starts, if it can be fetched. */
  const newestOf = async ({ id, usedBy }: Template) => {
    if (usedBy === 0) return undefined
    const page = examplePages(templates ?? []).get(id) ?? [id]
    const [asked] = await Promise.allSettled([queryClient.fetchQuery(templateExamples(page))])
    return asked.status === 'fulfilled' ? asked.value.find(one => one.templateId === id) : undefined
  }
  /** An alert of the template's by its id; the newest one if it can't be fetched. */
  const sampleOf = async (template: Template, id: string) => {
    const query = api.alerts.read.queryOptions({ input: { id } })
    const [asked] = await Promise.allSettled([queryClient.fetchQuery(query)])
    return asked.status === 'fulfilled' ? recentOf(asked.value) : newestOf(template)
  }
  const edit = (template: Template) => open({ template }, newestOf(template))
  const editFor = (
    template: Template,
    { alerta, falta, vino }: Record<'alerta' | 'falta' | 'vino', string | undefined>,
  ) => {
    const isAsked = falta !== undefined && vino !== undefined && isPlaceholder(vino)
    const change = isAsked ? withKey(template, falta, vino) : undefined
    return open({ template, change }, alerta ? sampleOf(template, alerta) : newestOf(template))
  }
  const duplicate = (template: Template) => {
    const { name, content, buttons, picture, whenMissing } = template
    const copied = { content, buttons, picture, whenMissing }
    const start = { name: copyName(name), ...copied, connection: undefined }
    return open({ template: undefined, start }, newestOf(template))
  }
  const { editar, alerta, falta, vino } = address
  useOneTimeParameter(editar !== undefined && templates !== undefined, () => {
    const template = templates?.find(({ id }) => id === editar)
    if (template) void editFor(template, { alerta, falta, vino })
    else showToast({ type: 'error', message: 'Esa plantilla ya no existe.' })
    void navigate({ search: ({ search }) => ({ search }), replace: true })
  })

  return (
    <Page
      title="Plantillas de Mensajes"
      action={
        <Button
          {...pressedBy}
          variant={templates?.length === 0 ? 'default' : 'filled'}
          leftSection={<IconPlus />}
          onClick={create}
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
              maxLength={MAX_SEARCH_LENGTH}
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
        onCreate={create}
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
