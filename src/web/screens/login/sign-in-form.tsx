import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { loginTexts } from '#shared/texts/sign-in.ts'
import type { Credentials } from '#web/data/auth.ts'
import { errorMessage } from '#web/data/error-message.ts'
import { useAction } from '#web/data/use-action.ts'
import { Notice } from '#web/ui/notice.tsx'
import { emailFault } from './email-fault.ts'
import classes from './login-screen.module.css'

interface SignInFormProps {
  onSubmit: (credentials: Credentials) => Promise<void>
  /** Reason for signing in again. */
  reason?: string | undefined
}

export function SignInForm({ onSubmit, reason }: SignInFormProps) {
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: {
      email: emailFault,
      password: typed => (typed ? null : loginTexts.passwordRequired),
    },
  })
  const focusFirst = (errors: typeof form.errors) =>
    form.getInputNode(errors.email ? 'email' : 'password')?.focus()
  const signIn = useAction({ call: onSubmit })

  return (
    <form noValidate className={classes.form} onSubmit={form.onSubmit(signIn.start, focusFirst)}>
      <Stack gap="md">
        <TextInput
          label="Correo electrónico"
          type="email"
          autoComplete="username webauthn"
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
      {reason && !signIn.error && (
        <Notice tone="warn" className={classes.notice}>
          {reason}
        </Notice>
      )}
      {signIn.error && <Notice className={classes.notice}>{errorMessage(signIn.error)}</Notice>}
    </form>
  )
}
