import { Button, Modal } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FocusEvent, type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'
import { confirmPassword } from '#web/data/auth.ts'
import { api } from '#web/data/client.ts'
import { answerReauthentication, useIsReauthenticating } from '#web/data/reauthentication.ts'
import { session } from '#web/data/session.ts'
import { PasskeyButton } from '#web/parts/passkeys/passkey-button.tsx'
import { useOpened } from '#web/ui/use-opening.ts'
import { PasswordForm } from './password-form.tsx'

const ABOVE_DIALOGS = 240

/**
 * Opens over the page and its dialogs when the server requires reauthentication. It closes before the waiting calls
 * continue, so that the focus is back where it was.
 */
export function ReauthenticationDialog({ email }: { email: string }) {
  const isAsked = useIsReauthenticating()
  const [wasAsked, setWasAsked] = useState(isAsked)
  if (isAsked && !wasAsked) setWasAsked(true)
  useEffect(() => () => answerReauthentication(false), [])
  return wasAsked && <AskedDialog email={email} isAsked={isAsked} />
}

function AskedDialog({ email, isAsked }: { email: string; isAsked: boolean }) {
  const { opened: stands } = useOpened()
  const [answer, setAnswer] = useState<boolean>()
  // Also clears an answer that arrived after cancelling.
  useEffect(() => {
    if (!isAsked && answer !== undefined) setAnswer(undefined)
  }, [isAsked, answer])
  const cancel = () => setAnswer(false)
  return (
    <Modal
      opened={stands && isAsked && answer === undefined}
      onClose={cancel}
      onExitTransitionEnd={() => answerReauthentication(answer ?? false)}
      withCloseButton={false}
      closeOnClickOutside={false}
      size={392}
      zIndex={ABOVE_DIALOGS}
      closeOnEscape={false}
      onFocus={keepEscape}
      onKeyDown={(event: KeyboardEvent) => event.key === 'Escape' && cancel()}
    >
      <ReauthenticationForm email={email} onEnd={setAnswer} />
    </Modal>
  )
}

/** Keeps Escape from closing the dialog below as well. */
const keepEscape = ({ target }: FocusEvent) =>
  target.setAttribute('data-mantine-stop-propagation', 'true')

interface ReauthenticationFormProps {
  email: string
  onEnd: (confirmed: boolean) => void
}

function ReauthenticationForm({ email, onEnd }: ReauthenticationFormProps) {
  const queryClient = useQueryClient()
  // Refetched, since the session may have ended in another tab.
  useQuery({ ...session, staleTime: 0, refetchOnWindowFocus: 'always' })
  const tellTabs = useConfirmedElsewhere(email, () => onEnd(true))
  const shown = () => {
    tellTabs()
    onEnd(true)
  }
  return (
    <PasswordForm
      title="Confirma que eres tú"
      text="Han pasado más de 10 minutos desde que iniciaste sesión. Escribe tu contraseña y sigue donde estabas."
      email={email}
      send={password => confirmPassword(queryClient, password)}
      onSent={shown}
      passkey={<OwnPasskeyButton onShown={shown} />}
      leave={<Button onClick={() => onEnd(false)}>Cancelar</Button>}
      action="Confirmar"
    />
  )
}

/** Shown only if the account has passkeys. */
function OwnPasskeyButton({ onShown }: { onShown: () => void }) {
  const { data } = useQuery(api.passkeys.list.queryOptions())
  if (!data?.length) return null
  return <PasskeyButton onShown={onShown}>Usar una llave de acceso</PasskeyButton>
}

/**
 * All tabs of a browser share the session, so confirming in one of them confirms in all.
 * @returns function that notifies the other tabs
 */
function useConfirmedElsewhere(email: string, onConfirmed: () => void): () => void {
  const confirmed = useEffectEvent(onConfirmed)
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL)
    channel.onmessage = ({ data }: MessageEvent<string>) => data === email && confirmed()
    return () => channel.close()
  }, [email])
  return () => {
    const channel = new BroadcastChannel(CHANNEL)
    channel.postMessage(email)
    channel.close()
  }
}

const CHANNEL = 'pregonero-reauthentication'
