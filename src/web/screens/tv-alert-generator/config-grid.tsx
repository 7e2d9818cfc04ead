import { Button } from '@mantine/core'
import { IconCodePlus, IconPlugConnected, IconPlus, IconSearchOff } from '@tabler/icons-react'
import { SKELETON_CARDS } from '#shared/limits.ts'
import type { Connection } from '#shared/model/connection.ts'
import type { TvConfig } from '#shared/model/tv-config.ts'
import { tvConfigTexts } from '#shared/texts/tv-configs.ts'
import { client } from '#web/data/client.ts'
import { LoadError } from '#web/parts/load-error.tsx'
import { useRemoval } from '#web/parts/use-removal.ts'
import { CardGrid, SkeletonGrid } from '#web/ui/card-grid.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { ConfigCard, ConfigCardSkeleton } from './config-card.tsx'
import { connectionName, removalText } from './words.ts'

interface ConfigGridProps {
  /** Undefined until they have arrived. */
  all: TvConfig[] | undefined
  /** Configurations that match the filters. */
  shown: TvConfig[] | undefined
  /** Undefined if they could not be loaded; the configurations can be used without them. */
  connections: Connection[] | undefined
  error: Error | null
  onRetry: () => void
  onClearFilters: () => void
  onCreate: () => void
  onGenerate: (config: TvConfig) => void
  onEdit: (config: TvConfig) => void
  onClone: (config: TvConfig) => void
}

/** Configuration cards, or the loading, error or empty state. */
export function ConfigGrid({
  all,
  shown,
  connections,
  error,
  onRetry,
  onClearFilters,
  onCreate,
  onGenerate,
  onEdit,
  onClone,
}: ConfigGridProps) {
  const removal = useRemoval({
    title: 'Confirmar Eliminación de Configuración',
    text: removalText,
    remove: ({ id }: TvConfig, signal) => client.tvConfigs.remove({ id }, { signal }),
    toast: (_, { name }) => ({ message: tvConfigTexts.deleted(name) }),
  })

  if (!all || !shown) {
    if (error) {
      return (
        <LoadError
          title="No se pudieron cargar las configuraciones"
          error={error}
          onRetry={onRetry}
        />
      )
    }
    return (
      <SkeletonGrid
        label="Cargando configuraciones"
        count={SKELETON_CARDS}
        card={ConfigCardSkeleton}
      />
    )
  }
  if (all.length === 0) {
    return <NoConfigs hasConnections={connections?.length !== 0} onCreate={onCreate} />
  }
  if (shown.length === 0) {
    return (
      <EmptyState
        icon={IconSearchOff}
        title="Ninguna configuración coincide"
        action={<Button onClick={onClearFilters}>Limpiar</Button>}
      >
        Se busca en el nombre y en las notas de condición, dentro de la conexión elegida.
      </EmptyState>
    )
  }
  return (
    <CardGrid items={shown}>
      {config => (
        <ConfigCard
          config={config}
          connectionName={connectionName(config.connectionId, connections)}
          onGenerate={() => onGenerate(config)}
          onEdit={() => onEdit(config)}
          onClone={() => onClone(config)}
          onDelete={() => removal.ask(config)}
        />
      )}
    </CardGrid>
  )
}

interface NoConfigsProps {
  hasConnections: boolean
  onCreate: () => void
}

function NoConfigs({ hasConnections, onCreate }: NoConfigsProps) {
  if (!hasConnections) {
    return (
      <EmptyState
        icon={IconPlugConnected}
        title="Aún no hay conexiones"
        action={
          <LinkButton
            to="/connections"
            search={{ nueva: 'si' }}
            variant="filled"
            leftSection={<IconPlus />}
          >
            Crear Primera Conexión
          </LinkButton>
        }
      >
        Cada configuración genera el JSON de una conexión, y todavía no hay ninguna.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={IconCodePlus}
      title="Aún no hay configuraciones"
      action={
        <Button variant="filled" leftSection={<IconPlus />} onClick={onCreate}>
          Crear Primera Configuración
        </Button>
      }
    >
      Cada una guarda los campos de una alerta y genera el JSON que se pega en TradingView.
    </EmptyState>
  )
}
