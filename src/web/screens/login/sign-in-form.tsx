import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Credentials } from '#web/data/auth.ts'
import { errorMessage } from '#web/data/error-message.ts'
import { useAction } from '#web/data/use-action.ts'
import { Notice } from '#web/ui/notice.tsx'
import classes from './login-screen.module.css'

interface SignInFormProps {
  onSubmit: (credentials: Credentials) => Promise<void>
}

export function SignInForm({ onSubmit }: SignInFormProps) {
  const form = useForm({ initialValues: { email: '', password: '' } })
  const signIn = useAction({ call: onSubmit })

  return (
    <form className={classes.form} onSubmit={form.onSubmit(signIn.start)}>
      <Stack gap="md">
        <TextInput
          label="Correo electrónico"
          type="email"
          autoComplete="username"
          size="lg"
          required
          autoFocus
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Contraseña"
          autoComplete="current-password"
          size="lg"
          required
          {...form.getInputProps('password')}
        />
      </Stack>
      <Button type="submit" variant="filled" size="lg" fullWidth mt="lg" loading={signIn.isPending}>
        Iniciar Sesión
      </Button>
      {signIn.error && <Notice className={classes.notice}>{errorMessage(signIn.error)}</Notice>}
    </form>
  )
}
