import { Button, Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { api, client } from '#web/data/client.ts'
import { errorMessage } from '#web/data/error-message.ts'
import { useAction } from '#web/data/use-action.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { showToast } from '#web/ui/show-toast.tsx'
import { useGuardedClose } from '#web/ui/use-guarded-close.ts'
import { useOpened } from '#web/ui/use-opening.ts'
import { cancelledWords, settingsTexts } from '../words.ts'

const WORD = 'REINICIAR'

/** Further items to delete. */
type Also = 'tokens' | 'factors'

/** Opens as soon as it is mounted; a new `key` opens it again. */
export function ResetDialog() {
  const { opened, close } = useOpened()

  const { data: connections = [] } = useQuery(api.connections.list.queryOptions())
  const pending = connections.reduce((sum, connection) => sum + connection.pending, 0)
  const form = useForm({
    initialValues: { word: '', also: [] as Also[] },
    validate: {
      word: typed => (typed.trim().toUpperCase() === WORD ? null : `Escribe ${WORD}.`),
    },
  })
  const reset = useAction({
    call: (also: readonly Also[], signal) =>
      client.data.reset(
        { tokens: also.includes('tokens'), factors: also.includes('factors') },
        { signal },
      ),
    onSuccess: () => {
      showToast({ type: 'success', message: settingsTexts.reset })
      close()
    },
  })
  const { giveUp } = reset
  const leave = useGuardedClose({ opened, changed: form.isDirty(), close, giveUp })

  return (
    <Dialog
      opened={opened}
      onClose={leave}
      title="Reiniciar Todo"
      width={480}
      onSubmit={form.onSubmit(
        ({ also }) => reset.start(also),
        () => form.getInputNode('word')?.focus(),
      )}
      foot={
        <>
          <Button onClick={leave}>Cancelar</Button>
          <Button type="submit" variant="filled" color="bad" loading={reset.isPending}>
            Reiniciar Todo
          </Button>
        </>
      }
    >
      <Stack gap={16}>
        <Text c="dimmed">
          Se borrarán las conexiones, las plantillas, las configuraciones TV, el panel, el historial
          de alertas, las notificaciones, el registro de errores y las preferencias. Volverás a
          empezar con las diez plantillas de serie. Esta acción no se puede deshacer.
        </Text>
        <Checkbox.Group label="También, si quieres" {...form.getInputProps('also')}>
          <Stack gap={12} mt={8}>
            <Checkbox
              value="tokens"
              label="Los tokens de API"
              description="Los programas que los usan dejarán de entrar."
            />
            <Checkbox
              value="factors"
              label="La verificación en dos pasos y las llaves de acceso"
              description="Entrarás solo con tu contraseña."
            />
          </Stack>
        </Checkbox.Group>
        {pending > 0 && <Notice tone="warn">{cancelledWords(pending)}</Notice>}
        <TextInput
          label={`Escribe ${WORD} para confirmar`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          data-autofocus
          {...form.getInputProps('word')}
        />
        {reset.error && <Notice>{errorMessage(reset.error)}</Notice>}
      </Stack>
    </Dialog>
  )
}
