import { Button } from '@mantine/core'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ApiToken } from '#shared/model/api-token.ts'
import { apiTokenTexts } from '#shared/texts/api-tokens.ts'
import { api, client } from '#web/data/client.ts'
import { LoadError } from '#web/parts/load-error.tsx'
import { useRemoval } from '#web/parts/use-removal.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import rows from '#web/ui/rows.module.css'
import { SectionCard } from '#web/ui/section-card.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import { SecurityRowSkeleton } from '../security-row.tsx'
import { NewTokenDialog } from './new-token-dialog.tsx'
import { TokenDialog } from './token-dialog.tsx'
import { TokenRow } from './token-row.tsx'

/** API tokens, by which the owner's programs sign in. */
export function TokensCard() {
  const { data, error, refetch } = useQuery(
    api.tokens.list.queryOptions({ refetchOnMount: 'always' }),
  )
  const [making, openDialog] = useOpening<null>()
  const [made, showMade] = useOpening<string>()

  const removal = useRemoval({
    title: 'Eliminar Token',
    text: ({ name }: ApiToken) =>
      `Los programas que usan «${name}» dejarán de entrar en el momento.`,
    remove: ({ id }, signal) => client.tokens.remove({ id }, { signal }),
    toast: (_, { name }) => ({ message: apiTokenTexts.removed(name) }),
  })

  const content = () => {
    if (data?.length === 0) {
      return (
        <EmptyState row icon={IconKey} title="Aún no hay tokens">
          Con uno, un programa tuyo hace lo que haces en el panel, sin conocer tu contraseña.
        </EmptyState>
      )
    }
    if (data) {
      return (
        <ul className={rows.rows} aria-label="Tokens de API">
          {data.map(token => (
            <TokenRow key={token.id} token={token} onRemove={() => removal.ask(token)} />
          ))}
        </ul>
      )
    }
    if (!error) return <SecurityRowSkeleton label="Cargando los tokens" />
    return (
      <LoadError row title="No se pudieron cargar los tokens" error={error} onRetry={refetch} />
    )
  }
  return (
    <SectionCard
      flush
      title="Tokens de API"
      aside={
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconPlus />}
          onClick={() => openDialog(null)}
        >
          Crear token
        </Button>
      }
    >
      {content()}
      {making && <TokenDialog key={making.key} onMade={showMade} />}
      {made && <NewTokenDialog key={`made ${made.key}`} token={made.for} />}
    </SectionCard>
  )
}
