import { LoaderScreen } from '#web/ui/loader-screen.tsx'

/** Over the whole window, while nobody knows whether the visitor is signed in. */
export const CheckingSession = () => <LoaderScreen text="Verificando sesión..." />
