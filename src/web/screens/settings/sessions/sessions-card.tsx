import { Button, Skeleton } from '@mantine/core'
import { isDefinedError } from '@orpc/client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { settingsTexts } from '#shared/texts.ts'
import { api, client } from '#web/data/client.ts'
import { errorMessage } from '#web/data/error-message.ts'
import { useAction } from '#web/data/use-action.ts'
import { LoadError } from '#web/parts/load-error.tsx'
import { openConfirm } from '#web/ui/open-confirm.tsx'
import rows from '#web/ui/rows.module.css'
import { SectionCard } from '#web/ui/section-card.tsx'
import { showToast } from '#web/ui/show-toast.tsx'
import { browserWords } from './browser-words.ts'
import { type OpenSession, SessionRow } from './session-row.tsx'
import classes from './session-rows.module.css'

/** Where the account is signed in. No event tells of that, so it is asked for at each visit. */
export function SessionsCard() {
  const { data, error, refetch } = useQuery(
    api.sessions.list.queryOptions({ refetchOnMount: 'always' }),
  )
  const end = useEndSessions()
  const others = data?.filter(({ isCurrent }) => !isCurrent) ?? []

  const list = useRef<HTMLUListElement>(null)
  /** The sessions being ended, and how many stand before them. */
  const ending = useRef<{ ids: readonly string[]; before: number }>(null)
  const endAll = (ids: readonly string[]) => {
    ending.current = { ids, before: others.findIndex(({ id }) => ids.includes(id)) }
    return end(ids)
  }
  // The button that was pressed goes with its session: the next one takes the focus.
  useEffect(() => {
    const gone = ending.current
    if (!gone || data?.some(({ id }) => gone.ids.includes(id))) return
    ending.current = null
    const left = [...(list.current?.querySelectorAll('button') ?? [])]
    const next = left[gone.before] ?? left.at(-1) ?? list.current
    next?.focus()
  }, [data])

  const askOne = ({ id, userAgent }: OpenSession) =>
    openConfirm({
      title: 'Cerrar Sesión en otro Navegador',
      text: `${browserWords(userAgent).name} tendrá que volver a iniciar sesión.`,
      action: 'Cerrar Sesión',
      onConfirm: () => endAll([id]),
    })
  const askAll = () =>
    openConfirm({
      title: 'Cerrar Todas las Demás',
      text: 'Los demás navegadores tendrán que volver a iniciar sesión. Este sigue como está.',
      action: 'Cerrar Todas',
      onConfirm: () => endAll(others.map(({ id }) => id)),
    })

  const content = () => {
    if (data) {
      return (
        <ul className={rows.rows} aria-label="Sesiones abiertas" ref={list} tabIndex={-1}>
          {data.map(session => (
            <SessionRow key={session.id} session={session} onEnd={() => askOne(session)} />
          ))}
        </ul>
      )
    }
    if (!error) return <SessionRowSkeleton />
    return (
      <LoadError bare title="No se pudieron cargar las sesiones" error={error} onRetry={refetch} />
    )
  }
  return (
    <SectionCard
      flush
      title="Sesiones abiertas"
      aside={
        others.length > 0 && (
          <Button variant="subtle" size="xs" className={classes.end} onClick={askAll}>
            Cerrar todas las demás
          </Button>
        )
      }
    >
      {content()}
    </SectionCard>
  )
}

const SessionRowSkeleton = () => (
  <div className={classes.row} role="status" aria-label="Cargando las sesiones">
    <Skeleton height={16} width={16} />
    <div className={classes.what}>
      <Skeleton height={12} my={4} width={144} />
      <Skeleton height={8} my={4} width={224} />
    </div>
  </div>
)

/** Signs out wherever these sessions are; those that ended by themselves meanwhile are fine too. */
function useEndSessions(): (ids: readonly string[]) => Promise<unknown> {
  const { start } = useAction({
    call: (ids: readonly string[], signal) => Promise.all(ids.map(id => endSession(id, signal))),
    onSuccess: (_, ids) =>
      showToast({ type: 'success', message: settingsTexts.sessionsEnded(ids.length) }),
    onError: error => showToast({ type: 'error', message: errorMessage(error) }),
  })
  return start
}

const endSession = (id: string, signal: AbortSignal) =>
  client.sessions.end({ id }, { signal }).catch(error => {
    if (!isDefinedError(error) || error.code !== 'NOT_FOUND') throw error
  })
