import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { loginTexts } from '#shared/texts/sign-in.ts'
import { WrongPassword } from '#web/data/auth.ts'
import { errorMessage } from '#web/data/error-message.ts'
import { useAction } from '#web/data/use-action.ts'
import { Notice } from '#web/ui/notice.tsx'
import { ConfirmFrame } from '#web/ui/open-confirm.tsx'

interface PasswordFormProps<Output> {
  title: string
  /** Reason for asking. */
  text: string
  /** E-mail of the account, by which browsers find the saved password. */
  email: string
  /** Its errors are shown below the field, `WrongPassword` at the field. */
  send: (password: string) => Promise<Output>
  onSent: (output: Output) => void
  /** Earlier refusal to show. */
  reason?: string | undefined
  /** Alternative to the password. */
  passkey: ReactNode
  /** Button that leaves the form. */
  leave: ReactNode
  action: string
}

/** Asks for the password of the last signed-in user, in a small dialog over the page. */
export function PasswordForm<Output>({
  title,
  text,
  email,
  send,
  onSent,
  reason,
  passkey,
  leave,
  action,
}: PasswordFormProps<Output>) {
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: typed => (typed ? null : loginTexts.passwordRequired) },
  })
  const focus = () => form.getInputNode('password')?.focus()
  const { start, error, isPending } = useAction({
    call: ({ password }: typeof form.values) => send(password),
    onSuccess: onSent,
    onError: refusal => {
      if (refusal instanceof WrongPassword) form.setFieldError('password', refusal.message)
      focus()
    },
  })
  const refusal = error ? !(error instanceof WrongPassword) && errorMessage(error) : reason
  return (
    <form noValidate onSubmit={form.onSubmit(start, focus)}>
      <ConfirmFrame
        title={title}
        text={
          <Stack gap="md">
            {text}
            <TextInput
              label="Correo electrónico"
              type="email"
              autoComplete="username"
              readOnly
              value={email}
            />
            <PasswordInput
              label="Contraseña"
              autoComplete="current-password"
              required
              data-autofocus
              {...form.getInputProps('password')}
            />
            {refusal && <Notice>{refusal}</Notice>}
            {passkey}
          </Stack>
        }
      >
        {leave}
        <Button type="submit" variant="filled" loading={isPending}>
          {action}
        </Button>
      </ConfirmFrame>
    </form>
  )
}
