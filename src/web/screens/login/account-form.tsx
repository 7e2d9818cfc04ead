import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Credentials } from '#web/data/auth.ts'
import { client } from '#web/data/client.ts'
import { errorMessage, fieldErrors } from '#web/data/error-message.ts'
import { localTimeZone } from '#web/data/local-time.ts'
import { useAction } from '#web/data/use-action.ts'
import { Notice } from '#web/ui/notice.tsx'
import classes from './login-screen.module.css'

interface AccountFormProps {
  code: string | undefined
  /** Signs in with what was just typed. */
  onCreated: (credentials: Credentials) => Promise<void>
}

export function AccountForm({ code, onCreated }: AccountFormProps) {
  const form = useForm({ initialValues: { name: '', email: '', password: '' } })
  const create = useAction({
    call: async (draft: typeof form.values) => {
      const { email } = await client.registration.create({
        ...draft,
        timeZone: localTimeZone,
        ...(code && { code }),
      })
      await onCreated({ email, password: draft.password })
    },
    onError: error => form.setErrors(fieldErrors(error)),
  })
  const general = create.error && Object.keys(fieldErrors(create.error)).length === 0

  return (
    <form className={classes.form} onSubmit={form.onSubmit(create.start)}>
      <Stack gap="md">
        <TextInput
          label="Nombre (opcional)"
          autoComplete="name"
          size="lg"
          {...form.getInputProps('name')}
        />
        <TextInput
          label="Correo electrónico"
          type="email"
          autoComplete="username"
          size="lg"
          required
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Contraseña"
          autoComplete="new-password"
          size="lg"
          required
          {...form.getInputProps('password')}
        />
      </Stack>
      <Button type="submit" variant="filled" size="lg" fullWidth mt="lg" loading={create.isPending}>
        Crear cuenta
      </Button>
      {general && <Notice className={classes.notice}>{errorMessage(create.error)}</Notice>}
    </form>
  )
}
