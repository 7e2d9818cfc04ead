import { Button, Stack, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { newPasswordFault } from '#shared/model/new-password.ts'
import type { Credentials } from '#web/data/auth.ts'
import { client } from '#web/data/client.ts'
import { errorMessage, fieldErrors } from '#web/data/error-message.ts'
import { localTimeZone } from '#web/data/local-time.ts'
import { useAction } from '#web/data/use-action.ts'
import { NewPasswordField } from '#web/parts/new-password-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { emailFault } from './email-fault.ts'
import classes from './login-screen.module.css'

interface AccountFormProps {
  code: string | undefined
  /** Signs in with the credentials just typed. */
  onCreated: (credentials: Credentials) => Promise<void>
}

export function AccountForm({ code, onCreated }: AccountFormProps) {
  const form = useForm({
    initialValues: { name: '', email: '', password: '' },
    validate: {
      email: emailFault,
      password: (typed, { email }) => newPasswordFault(typed, email),
    },
  })
  const focusFirst = (errors: typeof form.errors) =>
    form
      .getInputNode((['name', 'email'] as const).find(field => errors[field]) ?? 'password')
      ?.focus()
  const create = useAction({
    call: async (draft: typeof form.values) => {
      const { email } = await client.registration.create({
        ...draft,
        timeZone: localTimeZone(),
        ...(code && { code }),
      })
      await onCreated({ email, password: draft.password })
    },
    onError: error => {
      const errors = fieldErrors(error)
      form.setErrors(errors)
      if (Object.keys(errors).length > 0) focusFirst(errors)
    },
  })
  const general = create.error && Object.keys(fieldErrors(create.error)).length === 0

  return (
    <form noValidate className={classes.form} onSubmit={form.onSubmit(create.start, focusFirst)}>
      <Title order={2} className={classes.title}>
        {code ? 'Crea la primera cuenta' : 'Crea tu cuenta'}
      </Title>
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
        <NewPasswordField
          label="Contraseña"
          email={form.values.email}
          size="lg"
          required
          {...form.getInputProps('password')}
          value={form.values.password}
        />
      </Stack>
      <Button type="submit" variant="filled" size="lg" fullWidth mt="lg" loading={create.isPending}>
        Crear cuenta
      </Button>
      {general && <Notice className={classes.notice}>{errorMessage(create.error)}</Notice>}
    </form>
  )
}
