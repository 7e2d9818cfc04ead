import { Button } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { signIn } from '#web/data/auth.ts'
import { session } from '#web/data/session.ts'
import { LazySecondStepForm } from '#web/parts/lazy-second-step-form.ts'
import { PasskeyButton } from '#web/parts/passkeys/passkey-button.tsx'
import { ConfirmFrame } from '#web/ui/open-confirm.tsx'
import { forgetUnsaved } from '#web/ui/unsaved.ts'
import { PasswordForm } from './password-form.tsx'

/** Asks the user to sign in again, over the page and its dialogs, which stay mounted and keep the typed text. */
export function SignInAgain({ email }: { email: string }) {
  useEffect(() => {
    let id: string | undefined
    // Deferred until the button whose call failed has the focus again: closing this dialog returns the focus to it.
    const timer = setTimeout(() => {
      id = modals.open({
        withCloseButton: false,
        closeOnEscape: false,
        closeOnClickOutside: false,
        size: 392,
        zIndex: ABOVE_DIALOGS,
        // Hides the typed text from passers-by.
        overlayProps: { blur: 8 },
        children: <SignInAgainSteps email={email} />,
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
const TITLE = 'Tu sesión terminó'

/** The dialog closes by itself when the new session begins. */
const stay = (): void => {}

function SignInAgainSteps({ email }: { email: string }) {
  const queryClient = useQueryClient()
  // Refetched, since the user may have signed in again in another tab.
  useQuery({ ...session, staleTime: 0, refetchOnWindowFocus: 'always' })
  const [isSecond, setIsSecond] = useState(false)
  /** Reason for typing the password again. */
  const [reason, setReason] = useState<string>()
  if (!isSecond)
    return (
      <PasswordForm
        title={TITLE}
        text="Inicia sesión otra vez y sigue donde estabas. Lo que has escrito no se ha perdido."
        email={email}
        send={password => signIn(queryClient, { email, password })}
        onSent={isSecondAsked => isSecondAsked && setIsSecond(true)}
        reason={reason}
        passkey={<PasskeyButton onShown={stay}>Entrar con una llave de acceso</PasskeyButton>}
        leave={<LeaveButton />}
        action="Iniciar Sesión"
      />
    )
  return (
    <ConfirmFrame
      title={TITLE}
      text={
        <Suspense fallback={null}>
          <LazySecondStepForm
            onSignedIn={stay}
            onBack={why => {
              setReason(why)
              setIsSecond(false)
            }}
          >
            <PasskeyButton size="lg" mt="xs" onShown={stay}>
              Entrar con una llave de acceso
            </PasskeyButton>
          </LazySecondStepForm>
        </Suspense>
      }
    >
      <LeaveButton />
    </ConfirmFrame>
  )
}

const LeaveButton = () => (
  <Button variant="subtle" onClick={forgetUnsaved}>
    Descartar y salir
  </Button>
)
