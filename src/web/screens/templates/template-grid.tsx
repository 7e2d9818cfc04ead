import { Button } from '@mantine/core'
import { IconPlus, IconSearchOff, IconTemplate } from '@tabler/icons-react'
import { useMemo } from 'react'
import { SKELETON_CARDS } from '#shared/limits.ts'
import type { Template } from '#shared/model/template.ts'
import { LoadError } from '#web/parts/load-error.tsx'
import { CardGrid, SkeletonGrid } from '#web/ui/card-grid.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TemplateCard, TemplateCardSkeleton } from './template-card.tsx'
import { examplePages } from './template-examples.ts'
import { useTemplateRemoval } from './use-template-removal.tsx'

interface TemplateGridProps {
  /** Undefined until they have arrived. */
  templates: Template[] | undefined
  /** Templates that match the search. */
  matching: Template[] | undefined
  error: Error | null
  onRetry: () => void
  onClearSearch: () => void
  onCreate: () => void
  onEdit: (template: Template) => void
  onDuplicate: (template: Template) => void
}

/** Template cards, or the loading, error or empty state. */
export function TemplateGrid({
  templates,
  matching,
  error,
  onRetry,
  onClearSearch,
  onCreate,
  onEdit,
  onDuplicate,
}: TemplateGridProps) {
  const removal = useTemplateRemoval()
  const pages = useMemo(() => examplePages(templates ?? []), [templates])

  if (!templates || !matching) {
    if (error) {
      return (
        <LoadError title="No se pudieron cargar las plantillas" error={error} onRetry={onRetry} />
      )
    }
    return (
      <SkeletonGrid
        label="Cargando plantillas"
        count={SKELETON_CARDS}
        card={TemplateCardSkeleton}
      />
    )
  }
  if (templates.length === 0) {
    return (
      <EmptyState
        icon={IconTemplate}
        title="Aún no hay plantillas"
        action={
          <Button variant="filled" leftSection={<IconPlus />} onClick={onCreate}>
            Crear Primera Plantilla
          </Button>
        }
      >
        Una plantilla da forma al mensaje que cada alerta envía a Telegram.
      </EmptyState>
    )
  }
  if (matching.length === 0) {
    return (
      <EmptyState
        icon={IconSearchOff}
        title="Ninguna plantilla coincide"
        action={<Button onClick={onClearSearch}>Limpiar</Button>}
      >
        Ni el nombre ni el contenido contienen lo que buscas.
      </EmptyState>
    )
  }
  return (
    <CardGrid items={matching}>
      {template => (
        <TemplateCard
          template={template}
          page={pages.get(template.id) ?? []}
          onEdit={() => onEdit(template)}
          onDuplicate={() => onDuplicate(template)}
          onDelete={() =>
            removal.ask({
              template,
              heir: templates.find(({ id }) => id !== template.id)?.name,
            })
          }
        />
      )}
    </CardGrid>
  )
}
