import { Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconDeviceMobile } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { client } from '#web/data/client.ts'
import { errorMessage } from '#web/data/error-message.ts'
import { NotConfirmed } from '#web/data/reauthentication.ts'
import { useAction } from '#web/data/use-action.ts'
import { copyTexts } from '#web/parts/copy-texts.ts'
import { CodePanel } from '#web/ui/code-panel.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import text from '#web/ui/text.module.css'
import { useGuardedClose } from '#web/ui/use-guarded-close.ts'
import { useOpened } from '#web/ui/use-opening.ts'
import { usePhone } from '#web/ui/use-phone.ts'
import classes from './second-factor.module.css'
import { grouped } from './words.ts'

interface SetUpDialogProps {
  /** Receives the recovery codes. */
  onTurnedOn: (recoveryCodes: readonly string[]) => void
}

/** Opens as soon as it is mounted; a new `key` opens it again, with another secret. */
export function SetUpDialog({ onTurnedOn }: SetUpDialogProps) {
  const { opened, close } = useOpened()
  const isPhone = usePhone()
  const begin = useAction({
    call: (_, signal) =>
      client.secondFactor.setUp(undefined, { signal }).catch(error => {
        // Closes the dialog, which would stay empty.
        if (error instanceof NotConfirmed) close()
        throw error
      }),
  })
  const start = useEffectEvent(() => void begin.start())
  useEffect(() => start(), [])

  const begun = begin.data
  const form = useForm({
    initialValues: { code: '' },
    validate: {
      code: typed => (/^\d{6}$/.test(typed.replace(/\s/g, '')) ? null : 'Escribe sus 6 cifras.'),
    },
  })
  const focus = () => form.getInputNode('code')?.focus()
  const turnOn = useAction({
    call: async ({ code }: typeof form.values, signal) => {
      if (!begun) throw new Error('There is no set-up yet')
      return client.secondFactor.turnOn({ setUp: begun.setUp, code }, { signal })
    },
    onSuccess: ({ recoveryCodes }) => {
      close()
      onTurnedOn(recoveryCodes)
    },
    onError: error => {
      form.setFieldError('code', errorMessage(error))
      focus()
    },
  })
  const leave = useGuardedClose({
    opened,
    changed: false,
    close,
    giveUp: () => {
      begin.giveUp()
      turnOn.giveUp()
    },
  })

  return (
    <Dialog
      opened={opened}
      onClose={leave}
      title="Activar la Verificación en Dos Pasos"
      width={560}
      onSubmit={form.onSubmit(turnOn.start, focus)}
      foot={
        <>
          <Button onClick={leave}>Cancelar</Button>
          <Button type="submit" variant="filled" disabled={!begun} loading={turnOn.isPending}>
            Activar
          </Button>
        </>
      }
    >
      <Stack gap="md">
        {begin.error && !(begin.error instanceof NotConfirmed) && (
          <Notice>{errorMessage(begin.error)}</Notice>
        )}
        <CodePanel
          code={
            begun ? (
              <QrCode value={begun.address} label="Código QR para tu aplicación de códigos" />
            ) : (
              <Skeleton height={176} width={176} />
            )
          }
        >
          <p className={classes.text}>
            {isPhone
              ? 'Abre con el botón tu aplicación de códigos (Google Authenticator, Aegis, 1Password…), o pega en ella la clave.'
              : 'Escanea el código con una aplicación de códigos de tu móvil (Google Authenticator, Aegis, 1Password…), o escribe en ella la clave.'}
          </p>
          {begun ? (
            <>
              {isPhone && (
                <Button component="a" href={begun.address} leftSection={<IconDeviceMobile />}>
                  Abrir la aplicación
                </Button>
              )}
              <code className={`${classes.secret} ${text.code}`}>{grouped(begun.secret)}</code>
              <CopyButton
                value={begun.secret}
                label="Copiar la clave"
                texts={copyTexts.secret}
                look="default"
              />
            </>
          ) : (
            <Skeleton height={40} />
          )}
        </CodePanel>
        <TextInput
          label="Código que muestra la aplicación"
          description="Seis cifras, que cambian cada 30 segundos."
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={16}
          required
          data-autofocus
          className={classes.field}
          {...form.getInputProps('code')}
        />
        <p className={`${classes.text} ${text.quiet}`}>
          Después verás diez códigos de recuperación, para el día en que no tengas el móvil. Las
          demás sesiones se cierran.
        </p>
      </Stack>
    </Dialog>
  )
}
