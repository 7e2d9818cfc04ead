import { Box, Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, type ReactNode, useState } from 'react'
import { secondFactorTexts } from '#shared/texts/sign-in.ts'
import { type SecondFactor, SecondStepOver, signInSecondFactor } from '#web/data/auth.ts'
import { errorMessage } from '#web/data/error-message.ts'
import { useAction } from '#web/data/use-action.ts'
import { showToast } from '#web/ui/show-toast.tsx'
import text from '#web/ui/text.module.css'

interface SecondStepFormProps {
  onSignedIn: () => void
  /** Returns to the password, with a reason if it has to be typed again. */
  onBack: (reason?: string) => void
}

/**
 * Second step of signing in: the code of an app, or a recovery code.
 * @param props.children alternatives to both
 */
export function SecondStepForm({
  onSignedIn,
  onBack,
  children,
}: SecondStepFormProps & { children?: ReactNode }) {
  const [isRecovery, setIsRecovery] = useState(false)
  return (
    <>
      {isRecovery ? (
        <RecoveryForm onSignedIn={onSignedIn} onBack={onBack} />
      ) : (
        <CodeForm onSignedIn={onSignedIn} onBack={onBack} />
      )}
      {children}
      <Button
        variant="subtle"
        size="lg"
        fullWidth
        mt="xs"
        onClick={() => setIsRecovery(!isRecovery)}
      >
        {isRecovery ? 'Usar el código de la aplicación' : 'Usar un código de recuperación'}
      </Button>
      <Button variant="subtle" size="lg" fullWidth mt="xs" onClick={() => onBack()}>
        Volver
      </Button>
    </>
  )
}

function CodeForm(props: SecondStepFormProps) {
  const { form, submit, isPending } = useTyped({
    ...props,
    factorOf: code => ({ code }),
    validate: typed => (isWhole(typed) ? null : 'Escribe las 6 cifras del código.'),
  })
  const field = form.getInputProps('typed')
  /** Submits a code at once when it is pasted, filled in or complete. */
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const { value } = event.currentTarget
    field.onChange(event)
    if (isWhole(value) && digitsOf(value) !== digitsOf(form.values.typed))
      void submit({ typed: value })
  }
  return (
    <Box component="form" w="100%" noValidate onSubmit={form.onSubmit(submit, () => focusOn(form))}>
      <Stack gap="md">
        <Text c="dimmed">Escribe el código que muestra tu aplicación.</Text>
        <TextInput
          label="Código de 6 cifras"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={16}
          size="lg"
          required
          autoFocus
          {...field}
          onChange={change}
        />
      </Stack>
      <Button type="submit" variant="filled" size="lg" fullWidth mt="lg" loading={isPending}>
        Verificar
      </Button>
    </Box>
  )
}

function RecoveryForm(props: SecondStepFormProps) {
  const { form, submit, isPending } = useTyped({
    ...props,
    factorOf: recoveryCode => ({ recoveryCode }),
    validate: typed => (typed.trim() ? null : 'Escribe uno de tus códigos de recuperación.'),
  })
  return (
    <Box component="form" w="100%" noValidate onSubmit={form.onSubmit(submit, () => focusOn(form))}>
      <Stack gap="md">
        <Text c="dimmed">
          Escribe uno de los códigos que guardaste al activar la verificación en dos pasos. Cada uno
          sirve una vez.
        </Text>
        <TextInput
          label="Código de recuperación"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          size="lg"
          required
          autoFocus
          classNames={{ input: text.code }}
          {...form.getInputProps('typed')}
        />
      </Stack>
      <Button type="submit" variant="filled" size="lg" fullWidth mt="lg" loading={isPending}>
        Verificar
      </Button>
    </Box>
  )
}

interface TypedOptions extends SecondStepFormProps {
  factorOf: (typed: string) => SecondFactor
  validate: (typed: string) => string | null
}

/** Form of a single field, which shows the errors itself. */
function useTyped({ factorOf, onSignedIn, onBack, validate }: TypedOptions) {
  const queryClient = useQueryClient()
  const form = useForm({ initialValues: { typed: '' }, validate: { typed: validate } })
  const verify = useAction({
    call: ({ typed }: typeof form.values) => signInSecondFactor(queryClient, factorOf(typed)),
    onSuccess: codesLeft => {
      if (codesLeft !== undefined) tellCodesLeft(codesLeft)
      onSignedIn()
    },
    onError: error => {
      if (error instanceof SecondStepOver) {
        onBack(error.message)
        return
      }
      form.setFieldError('typed', errorMessage(error))
      const field = form.getInputNode('typed')
      if (field instanceof HTMLInputElement) field.select()
    },
  })
  return { form, submit: verify.start, isPending: verify.isPending }
}

const tellCodesLeft = (count: number) =>
  showToast({ type: count > 2 ? 'info' : 'warning', message: secondFactorTexts.codesLeft(count) })

const focusOn = (form: { getInputNode: (name: 'typed') => HTMLElement | null }) =>
  form.getInputNode('typed')?.focus()

const isWhole = (typed: string): boolean => /^\d{6}$/.test(digitsOf(typed))

const digitsOf = (typed: string): string => typed.replace(/\s/g, '')
