import { Button, Stack } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Connection } from '#shared/model/connection.ts'
import type { WatchSettings } from '#shared/model/watch.ts'
import { api, client } from '#web/data/client.ts'
import { errorMessage } from '#web/data/error-message.ts'
import { useAction } from '#web/data/use-action.ts'
import { showError } from '#web/parts/show-error.ts'
import { useOptimisticChange } from '#web/parts/use-optimistic-change.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { OptionSwitch } from '#web/ui/option-switch.tsx'
import { Select } from '#web/ui/select.tsx'
import { showToast } from '#web/ui/show-toast.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useOpened } from '#web/ui/use-opening.ts'
import { AlarmList } from './alarm-list.tsx'
import { sharesItsBot } from './shares-its-bot.ts'

/** Which alarms are sent beyond the screen, and through which connection. Opens as soon as it is mounted. */
export function AlarmSettings() {
  const { opened, close } = useOpened()
  const { data: settings, error, refetch } = useQuery(api.watch.settings.queryOptions())
  const { data: connections } = useQuery(api.connections.list.queryOptions())
  const alarms = useQuery(api.watch.alarms.queryOptions())
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title="Avisos de Vigía"
      width={960}
      side={{
        width: 385,
        mainTab: 'Ajustes',
        tab: 'Últimos avisos',
        content: alarms.data ? <AlarmList alarms={alarms.data} /> : <Skeleton height={120} />,
      }}
      footStart="Se guardan al cambiarlos"
      foot={<Button onClick={close}>Cerrar</Button>}
    >
      {settings && connections ? (
        <Fields settings={settings} connections={connections} />
      ) : error ? (
        <Stack align="flex-start">
          <Notice>{errorMessage(error)}</Notice>
          <Button onClick={() => refetch()}>Reintentar</Button>
        </Stack>
      ) : (
        <Skeleton height={240} />
      )}
    </Dialog>
  )
}

interface FieldsProps {
  settings: WatchSettings
  connections: readonly Connection[]
}

function Fields({ settings, connections }: FieldsProps) {
  const { connectionId, alarms, expiryReminders, summaryTime } = settings
  const { mutate: change } = useOptimisticChange<WatchSettings, Partial<WatchSettings>>({
    queryKey: api.watch.settings.queryOptions().queryKey,
    store: patch => client.watch.updateSettings(patch),
    change: (before, patch) => ({ ...before, ...patch }),
    done: 'Avisos guardados.',
  })
  const test = useAction({
    call: (_: undefined, signal) => client.watch.test(undefined, { signal }),
    onSuccess: () =>
      showToast({ type: 'success', message: 'Prueba en camino. Su resultado sale en la lista.' }),
    onError: showError,
  })
  const options = useMemo(
    () => [
      { value: '', label: 'Ninguna: solo en esta pantalla' },
      ...connections.map(({ id, name }) => ({ value: id, label: name })),
    ],
    [connections],
  )
  const chosen = connections.find(({ id }) => id === connectionId)
  return (
    <Stack gap="md">
      <Select
        label="Por qué conexión salen"
        description="Mejor la de otro bot: si al de tus alertas le caduca el token o lo echan del chat, su propio aviso tampoco llegaría."
        data={options}
        value={connectionId ?? ''}
        onChange={id => change({ connectionId: id || null })}
      />
      {chosen && sharesItsBot(chosen, connections) && (
        <Notice tone="warn">
          Su bot es también el de tus alertas. Si falla, fallan las dos cosas a la vez: crea una
          conexión con otro bot para los avisos.
        </Notice>
      )}
      {chosen && !chosen.isActive && (
        <Notice tone="warn">Esta conexión está inactiva. Actívala para que salgan.</Notice>
      )}
      <OptionSwitch
        label="Silencios, límite y latidos"
        description="Uno al callar y otro al volver; ninguno entre medias."
        checked={alarms}
        onChange={event => change({ alarms: event.currentTarget.checked })}
      />
      <OptionSwitch
        label="Caducidad"
        description="3 días y 1 día antes del día que escribes en «Caduca el»."
        checked={expiryReminders}
        onChange={event => change({ expiryReminders: event.currentTarget.checked })}
      />
      <Select
        label="Resumen diario"
        description="Alertas, entregadas, fallidas, la más lenta, las calladas y lo que caduca."
        data={summaryOptions(summaryTime)}
        value={summaryTime ?? ''}
        onChange={time => change({ summaryTime: time || null })}
      />
      <Button
        leftSection={<IconSend />}
        style={{ alignSelf: 'flex-start' }}
        disabled={connectionId === null}
        loading={test.isPending}
        onClick={() => test.start(undefined)}
      >
        Enviar aviso de prueba
      </Button>
    </Stack>
  )
}

/** Options for the summary's time: each full hour, and the chosen time if it is not one of them. */
function summaryOptions(chosen: string | null) {
  const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)
  if (chosen !== null && !hours.includes(chosen)) hours.push(chosen)
  return [
    { value: '', label: 'Sin resumen' },
    ...hours.toSorted().map(value => ({ value, label: `A las ${value}` })),
  ]
}
