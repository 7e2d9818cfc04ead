import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { errorMessage } from '#web/data/error-message.ts'
import { offerPasskey } from '#web/data/passkeys.ts'
import { PasskeyButton } from '#web/parts/passkeys/passkey-button.tsx'
import { PasskeyObstacleText } from '#web/parts/passkeys/passkey-obstacle-text.tsx'
import { usePasskeyObstacle } from '#web/parts/passkeys/use-passkey-obstacle.ts'
import { Notice } from '#web/ui/notice.tsx'
import text from '#web/ui/text.module.css'
import classes from './login-screen.module.css'

/** Interval in ms at which the offer is renewed; each can be taken for five minutes. */
const OFFER_AGAIN_MS = 4 * 60_000

/** Passkey sign-in beside the form, whose e-mail field offers the passkeys known to the browser. */
export function PasskeySignIn({ onSignedIn }: { onSignedIn: () => unknown }) {
  const known = usePasskeyObstacle()
  if (!known) return null
  const { site, obstacle } = known
  if (obstacle === null) return <Offered onSignedIn={onSignedIn} />
  // The account may have passkeys for another address or browser; other obstacles cannot be removed by its user.
  if (obstacle !== 'elsewhere' && obstacle !== 'unsupported') return null
  return (
    <p className={`${classes.aside} ${text.quiet}`}>
      <PasskeyObstacleText obstacle={obstacle} site={site} />
    </p>
  )
}

function Offered({ onSignedIn }: { onSignedIn: () => unknown }) {
  const { offer, error } = usePasskeyOffer(onSignedIn)
  return (
    <>
      <PasskeyButton size="lg" mt="xs" onShown={onSignedIn} onCancelled={offer}>
        Entrar con una llave de acceso
      </PasskeyButton>
      {error && <Notice className={classes.notice}>{errorMessage(error)}</Notice>}
    </>
  )
}

/** Renews the offer while the page is visible: of several tabs, only the latest offer counts. */
function usePasskeyOffer(onSignedIn: () => unknown) {
  const queryClient = useQueryClient()
  const [error, setError] = useState<Error>()
  const signedIn = useEffectEvent(onSignedIn)
  const [round, setRound] = useState(0)
  const offer = useCallback(() => setRound(last => last + 1), [])
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && offer()
    const timer = setInterval(look, OFFER_AGAIN_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [offer])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round is another offer.
  useEffect(() => {
    const ending = new AbortController()
    offerPasskey(queryClient, ending.signal).then(isTaken => isTaken && signedIn(), setError)
    return () => ending.abort()
  }, [queryClient, round])
  return { offer, error }
}
