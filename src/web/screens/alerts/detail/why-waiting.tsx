import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { QueuePlace } from '#shared/model/queue.ts'
import { api } from '#web/data/client.ts'
import { dates } from '#web/data/local-time.ts'
import { aboutWords, atWords } from '#web/parts/moment-words.ts'
import { TextLink } from '#web/ui/links.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Ticking } from '#web/ui/use-now.ts'
import { ReasonLine } from '../queue/reason-line.tsx'
import { placeWords, reasonWords } from '../queue/words.ts'
import classes from './why-waiting.module.css'

/** Why an alert is still waiting, its position in the chat's queue, and about when it is sent. */
export function WhyWaiting({ id }: { id: string }) {
  const { data: place, error } = useQuery(
    api.queue.place.queryOptions({ input: { id }, refetchInterval: ASK_AGAIN_MS }),
  )
  return (
    <section>
      <header className={classes.head}>
        <Title order={3}>¿Por qué espera?</Title>
        <TextLink to="/alerts/queue">Ver En espera</TextLink>
      </header>
      <div className={classes.box} aria-busy={place === undefined && !error}>
        {place && <Place place={place} />}
        {place === null && 'Ya no está en la cola: en un momento se verá aquí cómo acabó.'}
        {place === undefined && (error ? UNKNOWN : <Skeleton height={12} my={4} width="60%" />)}
      </div>
    </section>
  )
}

/** Polling interval in ms, for changes that no event announces. */
const ASK_AGAIN_MS = 15_000

const UNKNOWN = 'Ahora mismo no se puede saber por qué espera. Se envía igual en cuanto pueda.'

function Place({ place }: { place: QueuePlace }) {
  const { reason, paused, expectedAt, expiresAt } = place
  const now = Date.now()
  return (
    <ReasonLine kind={reason.kind} words={reasonWords(reason, now, dates)}>
      <span className={classes.place}>
        {placeWords(place)}
        {expectedAt && (
          <>
            {' · '}sale <Ticking>{instant => aboutWords(expectedAt, instant, dates)}</Ticking>
          </>
        )}
        {paused && ` · caduca ${atWords(expiresAt, now, dates)}`}
      </span>
    </ReasonLine>
  )
}
