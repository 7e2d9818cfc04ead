import { Button, Menu, Stack } from '@mantine/core'
import { isDefinedError } from '@orpc/client'
import { IconBellOff, IconChevronDown, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { WatchedAlert } from '#shared/model/watch.ts'
import { api, client } from '#web/data/client.ts'
import { errorMessage } from '#web/data/error-message.ts'
import { dates } from '#web/data/local-time.ts'
import { useRemoval } from '#web/parts/use-removal.ts'
import { Callout } from '#web/ui/callout.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { showToast } from '#web/ui/show-toast.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AlarmList } from './alarm-list.tsx'
import { SeriesFacts } from './series-facts.tsx'
import { silenceChoices } from './silence-choices.ts'
import { troubleWords } from './trouble-words.ts'
import { useSeriesActions } from './use-series-actions.ts'
import { WatchStateMark } from './watch-state.tsx'

interface SeriesDetailProps {
  /** Undefined: closed. */
  id: string | undefined
  /** The alert as the list has it. */
  known: WatchedAlert | undefined
  onClose: () => void
}

/** Details of a watched alert: the reason for its state, its alarms, and its actions. */
export function SeriesDetail({ id, known, onClose }: SeriesDetailProps) {
  // Keeps the content while the dialog fades out.
  const [shown, setShown] = useState(id)
  if (id !== undefined && id !== shown) setShown(id)
  const [kept, keep] = useState(known)
  if (known && known !== kept) keep(known)
  const opened = id !== undefined
  // An alert being removed is not fetched.
  const [removing, setRemoving] = useState<string>()
  const { data, error, refetch } = useQuery(
    api.watch.read.queryOptions({
      input: { id: shown ?? '' },
      enabled: opened && shown !== removing,
    }),
  )
  const isUnknown = opened && isDefinedError(error) && error.code === 'NOT_FOUND'
  const leave = useEffectEvent(() => {
    showToast({ type: 'error', message: 'Esa alerta ya no se vigila.' })
    onClose()
  })
  useEffect(() => {
    if (isUnknown) leave()
  }, [isUnknown])
  const series = data?.id === shown ? data : undefined
  const head = series ?? (kept?.id === shown ? kept : undefined)

  return (
    <Dialog
      opened={opened && !isUnknown}
      onClose={onClose}
      width={960}
      title={head?.name ?? 'Alerta'}
      titleAside={
        head && <WatchStateMark look="chip" state={head.state} isMute={head.silenced !== null} />
      }
      lead={head && <Trouble key={head.id} series={head} />}
      side={{
        width: 385,
        mainTab: 'Detalles',
        tab: 'Avisos',
        content: series ? (
          <AlarmList alarms={series.alarms} series={series} />
        ) : (
          !error && <Skeleton height={120} />
        ),
      }}
      footStart={
        head && <Removal key={head.id} series={head} onRemoving={setRemoving} onRemoved={onClose} />
      }
      foot={
        <>
          {head && <SilenceButton key={head.id} series={head} />}
          <Button onClick={onClose}>Cerrar</Button>
        </>
      }
    >
      {series && <SeriesFacts series={series} />}
      {!series && !error && (
        <Stack gap="md" aria-hidden="true">
          {['70%', '55%', '40%', '45%', '60%'].map(width => (
            <Skeleton key={width} height={12} width={width} />
          ))}
        </Stack>
      )}
      {!series && error && !isUnknown && (
        <Stack align="flex-start">
          <Notice>{errorMessage(error)}</Notice>
          <Button onClick={() => refetch()}>Reintentar</Button>
        </Stack>
      )}
    </Dialog>
  )
}

/** Problem of the alert, and its remedy. */
function Trouble({ series }: { series: WatchedAlert }) {
  const { wasNormal } = useSeriesActions(series)
  const trouble = troubleWords(series, Date.now(), dates)
  if (!trouble) return null
  const { fallId } = series
  return (
    <Callout
      {...trouble}
      actions={
        fallId !== null && (
          <Button loading={wasNormal.isPending} onClick={() => wasNormal.start(fallId)}>
            Era normal
          </Button>
        )
      }
    />
  )
}

function SilenceButton({ series }: { series: WatchedAlert }) {
  const { silence } = useSeriesActions(series)
  const choices = silenceChoices(series.silenced !== null, silence.start)
  const [only] = choices
  if (only && choices.length === 1)
    return (
      <Button leftSection={<only.icon />} loading={silence.isPending} onClick={only.act}>
        {only.label}
      </Button>
    )
  return (
    <Menu position="top-end">
      <Menu.Target>
        <Button
          leftSection={<IconBellOff />}
          rightSection={<IconChevronDown />}
          loading={silence.isPending}
        >
          Silenciar
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(({ label, act }) => (
          <Menu.Item key={label} onClick={act}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface RemovalProps {
  series: WatchedAlert
  /** Called with the alert's id when its removal begins, and with undefined if it failed. */
  onRemoving: (id: string | undefined) => void
  onRemoved: () => void
}

function Removal({ series, onRemoving, onRemoved }: RemovalProps) {
  const removal = useRemoval({
    title: 'Dejar de Vigilar',
    text: ({ name }: WatchedAlert) =>
      `Se olvida lo aprendido de «${name}»; su historial se conserva. Si vuelve a llegar, se empieza de nuevo.`,
    remove: async ({ id }, signal) => {
      onRemoving(id)
      try {
        return await client.watch.remove({ id }, { signal })
      } catch (error) {
        onRemoving(undefined)
        throw error
      }
    },
    toast: (_, { name }) => ({ message: `«${name}» ya no se vigila.` }),
    onRemoved,
  })
  return (
    <Button
      variant="subtle"
      color="bad"
      leftSection={<IconTrash />}
      onClick={() => removal.ask(series)}
    >
      Dejar de vigilar
    </Button>
  )
}
