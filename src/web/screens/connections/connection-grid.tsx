import { Button } from '@mantine/core'
import { IconPlugConnected, IconPlus, IconTagOff, IconTemplate } from '@tabler/icons-react'
import { SKELETON_CARDS } from '#shared/limits.ts'
import type { Connection } from '#shared/model/connection.ts'
import type { ConnectionWeek } from '#shared/model/stats.ts'
import type { Template } from '#shared/model/template.ts'
import type { Origin } from '#web/parts/connection-form/connection-values.ts'
import { LoadError } from '#web/parts/load-error.tsx'
import { CardGrid, SkeletonGrid } from '#web/ui/card-grid.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { ConnectionCard, ConnectionCardSkeleton } from './connection-card.tsx'

interface ConnectionGridProps {
  /** Undefined until they have arrived. */
  all: Connection[] | undefined
  /** Connections that match the filter. */
  shown: Connection[] | undefined
  /** Undefined until they have arrived. */
  templates: Template[] | undefined
  /** By connection; undefined until they have arrived. */
  weeks: ReadonlyMap<string, ConnectionWeek> | undefined
  error: Error | null
  onRetry: () => void
  onClearFilter: () => void
  onAdd: () => void
  onGenerate: (id: string) => void
  /** Opens the form for an edit or a copy. */
  onOpen: (origin: Origin) => void
}

/** Connection cards, or the loading, error or empty state. */
export function ConnectionGrid({
  all,
  shown,
  templates,
  weeks,
  error,
  onRetry,
  onClearFilter,
  onAdd,
  onGenerate,
  onOpen,
}: ConnectionGridProps) {
  if (!all || !shown || !templates) {
    if (error) {
      return (
        <LoadError title="No se pudieron cargar las conexiones" error={error} onRetry={onRetry} />
      )
    }
    return (
      <SkeletonGrid
        label="Cargando conexiones"
        count={SKELETON_CARDS}
        card={ConnectionCardSkeleton}
      />
    )
  }
  if (all.length === 0) return <NoConnections hasTemplates={templates.length > 0} onAdd={onAdd} />
  if (shown.length === 0) {
    return (
      <EmptyState
        icon={IconTagOff}
        title="Ninguna conexión tiene esa etiqueta"
        action={<Button onClick={onClearFilter}>Limpiar</Button>}
      >
        Basta con una parte de la etiqueta, en mayúsculas o minúsculas.
      </EmptyState>
    )
  }
  const byId = new Map(templates.map(template => [template.id, template]))
  return (
    <CardGrid items={shown}>
      {connection => (
        <ConnectionCard
          connection={connection}
          template={byId.get(connection.templateId)}
          week={weeks?.get(connection.id)}
          onGenerate={onGenerate}
          onOpen={onOpen}
        />
      )}
    </CardGrid>
  )
}

function NoConnections({ hasTemplates, onAdd }: { hasTemplates: boolean; onAdd: () => void }) {
  if (!hasTemplates) {
    return (
      <EmptyState
        icon={IconTemplate}
        title="Aún no hay conexiones"
        action={
          <LinkButton to="/templates" variant="filled" leftSection={<IconPlus />}>
            Crear Plantillas
          </LinkButton>
        }
      >
        Cada conexión da forma a sus mensajes con una plantilla, y todavía no hay ninguna.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={IconPlugConnected}
      title="Aún no hay conexiones"
      action={
        <Button variant="filled" leftSection={<IconPlus />} onClick={onAdd}>
          Crear Primera Conexión
        </Button>
      }
    >
      Conecta un bot de Telegram y tendrás un webhook para tus alertas de TradingView.
    </EmptyState>
  )
}
