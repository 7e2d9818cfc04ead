import { showError } from '#web/parts/show-error.ts'
import '@mantine/dates/styles.layer.css'
import { Button, Stack } from '@mantine/core'
import { TimePicker } from '@mantine/dates'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api, client } from '#web/data/client.ts'
import { errorMessage } from '#web/data/error-message.ts'
import { dates } from '#web/data/local-time.ts'
import { useAction } from '#web/data/use-action.ts'
import { openSmall } from '#web/parts/bulk/progress-dialog.tsx'
import { useQueueHead } from '#web/parts/queue/use-queue-head.ts'
import { Notice } from '#web/ui/notice.tsx'
import { ConfirmFrame } from '#web/ui/open-confirm.tsx'
import { rememberFocus } from '#web/ui/remember-focus.ts'
import { Select } from '#web/ui/select.tsx'
import { showToast } from '#web/ui/show-toast.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type DropChoice, dropChoices, droppedBefore } from './drop-choices.ts'
import { droppedText, dropText } from './words.ts'

interface DropScope {
  /** Undefined: all lanes. */
  laneId?: string
  /** Name of the lane. */
  name?: string
}

/** Asks which waiting alerts of a lane, or of all lanes, to drop, and drops them. */
export const openDrop = (scope: DropScope): void =>
  openSmall(close => <Drop {...scope} onClose={close} />)

function Drop({ laneId, name, onClose }: DropScope & { onClose: () => void }) {
  const { head } = useQueueHead()
  // Alerts that arrive later are neither counted nor dropped. Uses the server's clock, if known.
  const [asOf] = useState(() => head?.asOf ?? new Date().toISOString())
  const [choice, setChoice] = useState<DropChoice>('all')
  const [clock, setClock] = useState(() => dates.shortTime(Date.parse(asOf) - HOUR))
  const cancel = useRef<HTMLButtonElement>(null)
  // The lane's row may disappear with the dropped alerts.
  const [restoreFocus] = useState(rememberFocus)
  useEffect(() => restoreFocus, [restoreFocus])
  const before = droppedBefore(choice, clock, asOf)
  const input =
    before === undefined ? undefined : { before, ...(laneId !== undefined && { laneId }) }
  const { data, error, isPlaceholderData } = useQuery(
    api.queue.count.queryOptions({
      input: input ?? skipToken,
      placeholderData: keepPreviousData,
      gcTime: 0,
    }),
  )
  const counted = input && data
  const drop = useAction({
    call: (chosen: NonNullable<typeof input>, signal) => client.queue.drop(chosen, { signal }),
    onSuccess: ({ dropped }) => {
      showToast({ type: 'success', message: droppedText(dropped) })
      onClose()
    },
    onError: showError,
  })
  const confirm = () => {
    if (!input) return
    // The pressed button cannot keep the focus while it is busy.
    cancel.current?.focus()
    void drop.start(input)
  }
  const isPossible = counted !== undefined && counted.count > 0 && !isPlaceholderData

  return (
    <ConfirmFrame
      title="Descartar lo que espera"
      text={
        <Stack gap="md">
          <Select
            label={name === undefined ? 'De todos los chats' : `De ${name}`}
            data={options}
            value={choice}
            onChange={chosen => chosen && setChoice(chosen)}
          />
          {choice === 'time' && (
            <TimePicker
              label="Lo que llegó a esta hora o antes"
              description={before && dayOf(before, asOf)}
              hoursInputLabel="Horas"
              minutesInputLabel="Minutos"
              value={clock}
              onChange={setClock}
            />
          )}
          <div role="status">
            {counted && dropText(counted)}
            {error && <Notice>{errorMessage(error)}</Notice>}
            {!counted && !error && input && (
              <Skeleton height={40} aria-label="Contando las alertas" />
            )}
          </div>
        </Stack>
      }
    >
      <Button ref={cancel} data-autofocus onClick={onClose}>
        Cancelar
      </Button>
      <Button
        variant="filled"
        color="bad"
        disabled={!isPossible}
        loading={drop.isPending}
        onClick={confirm}
      >
        Descartar
      </Button>
    </ConfirmFrame>
  )
}

const HOUR = 3_600_000

const labels: Record<DropChoice, string> = {
  all: 'Todo lo que espera',
  '5min': 'Lo que espera hace más de 5 min',
  '1h': 'Lo que espera hace más de 1 h',
  time: 'Lo anterior a una hora…',
}
const options = dropChoices.map(value => ({ value, label: labels[value] }))

const dayOf = (instant: string, asOf: string): string =>
  dates.date(instant) === dates.date(asOf) ? 'De hoy' : 'De ayer'
