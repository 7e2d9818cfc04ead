import { Button, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useRouter, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { loginTexts } from '#shared/texts/sign-in.ts'
import { type Credentials, signIn } from '#web/data/auth.ts'
import { api } from '#web/data/client.ts'
import { LazySecondStepForm } from '#web/parts/lazy-second-step-form.ts'
import { Logo } from '#web/parts/logo.tsx'
import { LoaderScreen } from '#web/ui/loader-screen.tsx'
import { Notice } from '#web/ui/notice.tsx'
import classes from './login-screen.module.css'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { takeTimeZone } from './take-time-zone.ts'

const AccountForm = lazy(async () => ({
  default: (await import('./account-form.tsx')).AccountForm,
}))

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** True if the server did not answer the sign-out. */
    isStillSignedIn?: boolean
  }
}

/** Sign-in, and registration where the installation allows it. */
export function LoginScreen() {
  const { alta, volver = '/' } = useSearch({ from: '/login' })
  const isStillSignedIn = useLocation({ select: ({ state }) => state.isStillSignedIn === true })
  const router = useRouter()
  const queryClient = useQueryClient()
  const registration = useQuery(api.registration.read.queryOptions())
  const [wantsAccount, setWantsAccount] = useState(alta !== undefined)
  /** Address to open once the second factor has been shown. */
  const [waiting, setWaiting] = useState<string>()
  /** Reason why the password has to be typed again. */
  const [again, setAgain] = useState<string>()

  if (registration.isPending && alta) return <LoaderScreen text="Verificando sesión..." />

  const allowed = registration.data?.allowed ?? 'closed'
  const mayRegister = allowed === 'open' || (allowed === 'with-code' && alta !== undefined)
  const registering = mayRegister && wantsAccount
  const goTo = (address: string) => {
    void takeTimeZone(queryClient)
    router.history.push(address)
  }
  const signInAndGo = (address: string) => async (account: Credentials) => {
    setAgain(undefined)
    if (await signIn(queryClient, account)) setWaiting(address)
    else goTo(address)
  }

  return (
    <main className={classes.screen}>
      <Logo size={40} />
      <Title order={1} className={classes.name}>
        Pregonero
      </Title>
      {isStillSignedIn && (
        <Notice tone="warn" className={classes.first}>
          {loginTexts.notSignedOut}
        </Notice>
      )}
      {allowed === 'with-code' && alta === undefined && (
        <Notice tone="warn" className={classes.first}>
          <strong>Aún no hay ninguna cuenta.</strong> La primera se crea desde la segunda dirección
          que Pregonero escribe al arrancar, la que acaba en <code>/login?alta=…</code> Si ya no la
          ves, arranca Pregonero otra vez: la escribe de nuevo.
        </Notice>
      )}
      <Suspense fallback={null}>
        {waiting !== undefined ? (
          <LazySecondStepForm
            onSignedIn={() => goTo(waiting)}
            onBack={reason => {
              setAgain(reason)
              setWaiting(undefined)
            }}
          >
            <PasskeySignIn onSignedIn={() => goTo(waiting)} />
          </LazySecondStepForm>
        ) : registering ? (
          <AccountForm code={alta} onCreated={signInAndGo('/')} />
        ) : (
          <>
            <SignInForm onSubmit={signInAndGo(volver)} reason={again} />
            <PasskeySignIn onSignedIn={() => goTo(volver)} />
          </>
        )}
      </Suspense>
      {mayRegister && waiting === undefined && (
        <Button
          variant="subtle"
          size="lg"
          fullWidth
          mt="xs"
          onClick={() => setWantsAccount(!wantsAccount)}
        >
          {registering ? 'Ya tengo una cuenta' : 'Crear cuenta'}
        </Button>
      )}
    </main>
  )
}
