import {
  type Icon,
  IconAlertTriangle,
  IconCircleCheck,
  IconPlayerPause,
  IconPlugConnected,
  IconPlus,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '#shared/format.ts'
import { HIGHLIGHTED_CONNECTIONS } from '#shared/limits.ts'
import type { Connection } from '#shared/model/connection.ts'
import type { StatsScope } from '#shared/model/stats.ts'
import { hasGoodRate } from '#shared/stats.ts'
import { api } from '#web/data/client.ts'
import { useSelectedConnection } from '#web/data/selected-connection.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { SectionCard } from '#web/ui/section-card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import text from '#web/ui/text.module.css'
import classes from './connection-highlights.module.css'
import { WidgetError } from './widget-message.tsx'
import rows from './widget-rows.module.css'
import { MoreLink, RowsSkeleton } from './widget-rows.tsx'

/** State of a few connections, active ones first; with a selected connection, only of that one. */
export function ConnectionHighlights({ scope }: { scope: StatsScope }) {
  const connections = useQuery(api.connections.list.queryOptions())
  const templates = useQuery(api.templates.list.queryOptions())
  const error = connections.error ?? templates.error

  const content = () => {
    if (!connections.data || !templates.data) {
      if (!error) {
        return (
          <RowsSkeleton
            rows={HIGHLIGHTED_CONNECTIONS}
            aside={<Skeleton height={28} width={72} />}
          />
        )
      }
      const retry = () => Promise.all([connections.refetch(), templates.refetch()])
      return <WidgetError error={error} onRetry={retry} />
    }
    if (connections.data.length === 0) return <NoConnections />
    const { shown, more } = highlights(connections.data, scope.connectionId)
    return (
      <>
        <ul className={rows.rows}>
          {shown.map(connection => (
            <Highlight
              key={connection.id}
              connection={connection}
              template={templates.data.find(({ id }) => id === connection.templateId)?.name}
            />
          ))}
        </ul>
        {more > 0 && <MoreLink count={more} />}
      </>
    )
  }

  return (
    <SectionCard flush title="Conexiones">
      {content()}
    </SectionCard>
  )
}

interface HighlightProps {
  connection: Connection
  /** Name of the template; undefined if deleted. */
  template: string | undefined
}

function Highlight({ connection, template = 'Plantilla no encontrada' }: HighlightProps) {
  const { id, name, stats } = connection
  const { select } = useSelectedConnection()
  const { icon: Icon, color, word } = stateOf(connection)
  const about = `${word} · ${template}`
  return (
    <li className={`${classes.row} ${rows.row}`}>
      <Icon color={`var(--${color})`} />
      <div className={classes.lines}>
        <span className={`${classes.name} ${text.line}`} title={name}>
          {name}
        </span>
        <span className={`${classes.about} ${text.line} ${text.quiet}`} title={about}>
          {about}
        </span>
      </div>
      <div className={classes.figures}>
        <span
          className={classes.rate}
          data-good={stats.hasAttempts ? hasGoodRate(stats) : undefined}
        >
          {stats.successRateString}
        </span>
        <span className={`${classes.about} ${text.line} ${text.quiet}`}>
          {formatNumber(stats.successful)}/{formatNumber(stats.successful + stats.failed)}
        </span>
      </div>
      <LinkButton
        size="xs"
        to="/connections/$connectionId/panel"
        params={{ connectionId: id }}
        aria-label={`Ver Panel de ${name}`}
        onClick={() => select(id)}
      >
        Ver Panel
      </LinkButton>
    </li>
  )
}

function stateOf({ isActive, trouble }: Connection): { icon: Icon; color: string; word: string } {
  if (!isActive) return { icon: IconPlayerPause, color: 'text-3', word: 'Inactiva' }
  if (trouble) return { icon: IconAlertTriangle, color: 'bad', word: 'Con fallos' }
  return { icon: IconCircleCheck, color: 'ok', word: 'Activa' }
}

const NoConnections = () => (
  <EmptyState
    bare
    icon={IconPlugConnected}
    title="Aún no hay conexiones"
    action={
      <LinkButton to="/connections" search={{ nueva: 'si' }} leftSection={<IconPlus />}>
        Crear Primera Conexión
      </LinkButton>
    }
  >
    Conecta un bot de Telegram y tendrás un webhook para tus alertas.
  </EmptyState>
)

/** Connections to show, active ones first or only the selected one, and the number of further ones. */
export function highlights<T extends Pick<Connection, 'id' | 'isActive'>>(
  sortedByName: readonly T[],
  selectedId: string | undefined,
): { shown: T[]; more: number } {
  const inScope = sortedByName.filter(({ id }) => selectedId === undefined || id === selectedId)
  return {
    shown: inScope
      .toSorted((a, b) => Number(b.isActive) - Number(a.isActive))
      .slice(0, HIGHLIGHTED_CONNECTIONS),
    more: Math.max(0, inScope.length - HIGHLIGHTED_CONNECTIONS),
  }
}
