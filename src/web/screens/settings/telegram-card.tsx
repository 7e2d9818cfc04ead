import { useQuery } from '@tanstack/react-query'
import { api } from '#web/data/client.ts'
import { connectionCountLine } from '#web/parts/connection-count-line.ts'
import { LoadError } from '#web/parts/load-error.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { SectionCard } from '#web/ui/section-card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Number of connections, and a link to them. */
export function TelegramCard() {
  const { data: all, error, refetch } = useQuery(api.connections.list.queryOptions())
  const content = () => {
    if (all) return connectionCountLine(all, all)
    if (!error) return <Skeleton height={12} my={4} width={152} />
    return (
      <LoadError
        bare
        title="No se pudieron cargar las conexiones"
        error={error}
        onRetry={refetch}
      />
    )
  }
  return (
    <SectionCard
      title="Integración con Telegram"
      aside={
        <LinkButton variant="subtle" size="xs" to="/connections">
          Ir a Conexiones
        </LinkButton>
      }
    >
      {content()}
    </SectionCard>
  )
}
