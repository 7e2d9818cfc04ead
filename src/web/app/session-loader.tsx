import { useQuery } from '@tanstack/react-query'
import { signedIn } from '#web/data/session.ts'
import { LoaderScreen } from '#web/ui/loader-screen.tsx'

/** Over the whole window: while nobody knows whether the visitor is signed in, then for who is. */
export function SessionLoader() {
  const { data: isSignedIn } = useQuery(signedIn)
  return <LoaderScreen text={isSignedIn ? 'Cargando tus datos...' : 'Verificando sesión...'} />
}
