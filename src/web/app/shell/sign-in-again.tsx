import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { signIn } from '#web/data/auth.ts'
import { errorMessage } from '#web/data/error-message.ts'
import { session } from '#web/data/session.ts'
import { useAction } from '#web/data/use-action.ts'
import { Notice } from '#web/ui/notice.tsx'
import { ConfirmFrame } from '#web/ui/open-confirm.tsx'
import { forgetUnsaved } from '#web/ui/unsaved.ts'

/** Over the page whose session ended, and over its dialogs, so that what is typed in them stays. */
export function SignInAgain({ email }: { email: string }) {
  useEffect(() => {
    let id: string | undefined
    // The button whose call met it has the focus back by then, and gets it again after.
    const timer = setTimeout(() => {
      id = modals.open({
        withCloseButton: false,
        closeOnEscape: false,
        closeOnClickOutside: false,
        size: 392,
        zIndex: ABOVE_DIALOGS,
        // Someone who comes by meanwhile can't read what was typed.
        overlayProps: { blur: 8 },
        children: <SignInAgainForm email={email} />,
      })
    })
    return () => {
      clearTimeout(timer)
      if (id) modals.close(id)
    }
  }, [email])
  return null
}

const ABOVE_DIALOGS = 250

function SignInAgainForm({ email }: { email: string }) {
  const queryClient = useQueryClient()
  // Signing in again in another tab counts here as well.
  useQuery({ ...session, staleTime: 0, refetchOnWindowFocus: 'always' })
  const [password, setPassword] = useState('')
  const again = useAction({ call: () => signIn(queryClient, { email, password }) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void again.start()
  }
  return (
    <form onSubmit={submit}>
      <ConfirmFrame
        title="Tu sesión terminó"
        text={
          <Stack gap="md">
            Inicia sesión otra vez y sigue donde estabas. Lo que has escrito no se ha perdido.
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
              value={password}
              onChange={({ currentTarget }) => setPassword(currentTarget.value)}
            />
            {again.error && <Notice>{errorMessage(again.error)}</Notice>}
          </Stack>
        }
      >
        <Button variant="subtle" onClick={forgetUnsaved}>
          Descartar y salir
        </Button>
        <Button type="submit" variant="filled" loading={again.isPending}>
          Iniciar Sesión
        </Button>
      </ConfirmFrame>
    </form>
  )
}
