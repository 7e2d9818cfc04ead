import { Button } from '@mantine/core'
import { isDefinedError } from '@orpc/client'
import { useQuery } from '@tanstack/react-query'
import { browserWords } from '#shared/browser-words.ts'
import { api, client } from '#web/data/client.ts'
import { useAction } from '#web/data/use-action.ts'
import { LoadError } from '#web/parts/load-error.tsx'
import { showError } from '#web/parts/show-error.ts'
import { openConfirm } from '#web/ui/open-confirm.tsx'
import rows from '#web/ui/rows.module.css'
import { SectionCard } from '#web/ui/section-card.tsx'
import { showToast } from '#web/ui/show-toast.tsx'
import { settingsTexts } from '../../words.ts'
import { SecurityRowSkeleton } from '../security-row.tsx'
import { type OpenSession, SessionRow } from './session-row.tsx'

/** Open sessions; refetched at each visit, because no event announces their use. */
export function SessionsCard() {
  const { data, error, refetch } = useQuery(
    api.sessions.list.queryOptions({ refetchOnMount: 'always' }),
  )
  const end = useEndSessions()
  const others = data?.filter(({ isCurrent }) => !isCurrent) ?? []

  const askOne = ({ id, userAgent }: OpenSession) =>
    openConfirm({
      title: 'Cerrar Sesión en otro Navegador',
      text: `${browserWords(userAgent).name} tendrá que volver a iniciar sesión.`,
      action: 'Cerrar Sesión',
      onConfirm: () => end(id),
    })
  const askAll = () =>
    openConfirm({
      title: 'Cerrar Todas las Demás',
      text: 'Los demás navegadores tendrán que volver a iniciar sesión. Este sigue como está.',
      action: 'Cerrar Todas',
      onConfirm: () => end(null),
    })

  const content = () => {
    if (data) {
      return (
        <ul className={rows.rows} aria-label="Sesiones abiertas" tabIndex={-1}>
          {data.map(session => (
            <SessionRow key={session.id} session={session} onEnd={() => askOne(session)} />
          ))}
        </ul>
      )
    }
    if (!error) return <SecurityRowSkeleton label="Cargando las sesiones" />
    return (
      <LoadError row title="No se pudieron cargar las sesiones" error={error} onRetry={refetch} />
    )
  }
  return (
    <SectionCard
      flush
      title="Sesiones abiertas"
      aside={
        others.length > 0 && (
          <Button variant="subtle" size="xs" onClick={askAll}>
            Cerrar todas las demás
          </Button>
        )
      }
    >
      {content()}
    </SectionCard>
  )
}

/** Signs out one session, by its id, or all others; a session that has already ended is fine too. */
function useEndSessions(): (one: string | null) => Promise<unknown> {
  const { start } = useAction({
    call: (one: string | null, signal) => (one === null ? endOthers(signal) : endOne(one, signal)),
    onSuccess: ended => showToast({ type: 'success', message: settingsTexts.sessionsEnded(ended) }),
    onError: showError,
  })
  return start
}

/** @returns number of sessions ended */
const endOthers = async (signal: AbortSignal): Promise<number> =>
  (await client.sessions.endOthers({}, { signal })).ended

const endOne = (id: string, signal: AbortSignal): Promise<number> =>
  client.sessions
    .end({ id }, { signal })
    .catch(error => {
      if (!isDefinedError(error) || error.code !== 'NOT_FOUND') throw error
    })
    .then(() => 1)
