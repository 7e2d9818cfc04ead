import { Stack, TextInput } from '@mantine/core'
import { MAX_NAME_LENGTH } from '#shared/limits.ts'
import { type Heartbeat, type HeartbeatDraft, heartbeatMinutes } from '#shared/model/watch.ts'
import { client } from '#web/data/client.ts'
import { useAction } from '#web/data/use-action.ts'
import { EditDialog, Refusal } from '#web/parts/editing/edit-dialog.tsx'
import { useDraft } from '#web/parts/editing/use-draft.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { showToast } from '#web/ui/show-toast.tsx'
import { useOpened } from '#web/ui/use-opening.ts'

interface HeartbeatDialogProps {
  /** Heartbeat to edit; undefined: a new one. */
  saved?: Heartbeat | undefined
  onSaved: (heartbeat: Heartbeat) => void
}

/** Opens as soon as it is mounted; a new `key` opens it again. */
export function HeartbeatDialog({ saved, onSaved }: HeartbeatDialogProps) {
  const dialog = useOpened()
  const draft = useDraft<HeartbeatDraft & Record<string, unknown>>({
    initialValues: { name: saved?.name ?? 'Latido', everyMinutes: saved?.everyMinutes ?? 5 },
    order: ['name'],
    validate: { name: typed => (typed.trim() ? null : 'Escribe un nombre.') },
  })
  const { fields } = draft
  const save = useAction({
    call: ({ name, everyMinutes }: HeartbeatDraft, signal) =>
      saved
        ? client.heartbeats.update({ id: saved.id, name, everyMinutes }, { signal })
        : client.heartbeats.create({ name, everyMinutes }, { signal }),
    onSuccess: heartbeat => {
      if (saved) showToast({ type: 'success', message: 'Latido guardado.' })
      dialog.close()
      onSaved(heartbeat)
    },
    onError: draft.onRefused,
  })
  const form = draft.sentTo(save.start, save)
  const { everyMinutes } = fields.getValues()
  const isSlower = saved !== undefined && saved.everyMinutes !== everyMinutes

  return (
    <EditDialog
      form={form}
      dialog={dialog}
      title={saved ? 'Editar Latido' : 'Crear Latido'}
      width={480}
      action={saved ? 'Guardar' : 'Crear'}
    >
      <Stack gap={16}>
        <TextInput
          label="Nombre"
          description="Con él te llega el aviso si falta."
          autoComplete="off"
          maxLength={MAX_NAME_LENGTH}
          required
          data-autofocus
          {...fields.getInputProps('name')}
        />
        <ChoiceField
          label="Cada cuánto late"
          description={
            isSlower
              ? 'Cambia también el intervalo del gráfico de su alerta en TradingView.'
              : `El intervalo del gráfico de su alerta. Si faltan dos seguidos, te avisa: a los ${everyMinutes * 2} minutos.`
          }
          options={heartbeatMinutes.map(minutes => ({
            value: String(minutes),
            label: minutes === 60 ? '1 h' : `${minutes} min`,
          }))}
          value={String(everyMinutes)}
          onChange={chosen =>
            fields.setFieldValue(
              'everyMinutes',
              heartbeatMinutes.find(minutes => String(minutes) === chosen) ?? everyMinutes,
            )
          }
        />
        <Refusal>{form.refusal}</Refusal>
      </Stack>
    </EditDialog>
  )
}
