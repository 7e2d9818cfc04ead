import { Button } from '@mantine/core'
import { IconFingerprint, IconFingerprintOff, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { browserWords } from '#shared/browser-words.ts'
import { MAX_PASSKEYS } from '#shared/limits.ts'
import type { Passkey } from '#shared/model/passkey.ts'
import { passkeyTexts } from '#shared/texts/sign-in.ts'
import { api, client } from '#web/data/client.ts'
import { addPasskey } from '#web/data/passkeys.ts'
import { useAction } from '#web/data/use-action.ts'
import { LoadError } from '#web/parts/load-error.tsx'
import { PasskeyObstacleText } from '#web/parts/passkeys/passkey-obstacle-text.tsx'
import { usePasskeyObstacle } from '#web/parts/passkeys/use-passkey-obstacle.ts'
import { showError } from '#web/parts/show-error.ts'
import { useRemoval } from '#web/parts/use-removal.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import rows from '#web/ui/rows.module.css'
import { SectionCard } from '#web/ui/section-card.tsx'
import { showToast } from '#web/ui/show-toast.tsx'
import text from '#web/ui/text.module.css'
import { useOpening } from '#web/ui/use-opening.ts'
import { SecurityRowSkeleton } from '../security-row.tsx'
import { PasskeyNameDialog } from './passkey-name-dialog.tsx'
import { PasskeyRow } from './passkey-row.tsx'
import classes from './passkeys-card.module.css'

/** Passkeys, which sign in without a password until they are removed here. */
export function PasskeysCard() {
  const { data, error, refetch } = useQuery(
    api.passkeys.list.queryOptions({ refetchOnMount: 'always' }),
  )
  const here = usePasskeyObstacle()
  const [naming, openDialog] = useOpening<Passkey>()

  const removal = useRemoval({
    title: 'Eliminar Llave de Acceso',
    text: ({ name }: Passkey) =>
      `«${name}» ya no abrirá tu cuenta. En tu dispositivo sigue guardada: bórrala también ahí.`,
    remove: ({ id }, signal) => client.passkeys.remove({ id }, { signal }),
    toast: () => ({ message: passkeyTexts.removed }),
  })

  const content = () => {
    if (data?.length === 0) {
      return (
        <EmptyState
          row
          icon={here?.obstacle ? IconFingerprintOff : IconFingerprint}
          title="Aún no hay llaves de acceso"
        >
          {here?.obstacle ? (
            <PasskeyObstacleText obstacle={here.obstacle} site={here.site} />
          ) : (
            'Entra con la huella, la cara o el PIN de tu dispositivo, sin contraseña. Ninguna página falsa puede robarla.'
          )}
        </EmptyState>
      )
    }
    if (data) {
      return (
        <>
          <ul className={rows.rows} aria-label="Llaves de acceso">
            {data.map(passkey => (
              <PasskeyRow
                key={passkey.id}
                passkey={passkey}
                onRename={() => openDialog(passkey)}
                onRemove={() => removal.ask(passkey)}
              />
            ))}
          </ul>
          {here?.obstacle && (
            <p className={`${classes.note} ${text.quiet}`}>
              <PasskeyObstacleText obstacle={here.obstacle} site={here.site} />
            </p>
          )}
          {here?.obstacle === null && data.length >= MAX_PASSKEYS && (
            <p className={`${classes.note} ${text.quiet}`}>{passkeyTexts.tooMany}</p>
          )}
        </>
      )
    }
    if (!error) return <SecurityRowSkeleton label="Cargando las llaves de acceso" />
    return (
      <LoadError
        row
        title="No se pudieron cargar las llaves de acceso"
        error={error}
        onRetry={refetch}
      />
    )
  }
  return (
    <SectionCard
      flush
      title="Llaves de acceso"
      aside={here?.obstacle === null && data && data.length < MAX_PASSKEYS && <AddButton />}
    >
      {content()}
      {naming && <PasskeyNameDialog key={naming.key} passkey={naming.for} />}
    </SectionCard>
  )
}

function AddButton() {
  const queryClient = useQueryClient()
  const add = useAction({
    call: () => addPasskey(queryClient, browserWords(navigator.userAgent).name),
    onSuccess: isAdded => isAdded && showToast({ type: 'success', message: passkeyTexts.added }),
    onError: showError,
  })
  return (
    <Button
      variant="subtle"
      size="xs"
      leftSection={<IconPlus />}
      loading={add.isPending}
      onClick={() => void add.start()}
    >
      Añadir llave
    </Button>
  )
}
