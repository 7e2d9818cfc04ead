import { useQuery } from '@tanstack/react-query'
import { session } from '#web/data/session.ts'
import { LoaderScreen } from '#web/ui/loader-screen.tsx'

/** Over the whole window: while nobody knows whether the visitor is signed in, then for who is. */
export function SessionLoader() {
  const { data: profile } = useQuery({ ...session, enabled: false })
  return <LoaderScreen text={profile ? 'Cargando tus datos...' : 'Verificando sesión...'} />
}
