import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { secondFactorTexts } from '#shared/texts/sign-in.ts'
import { api, client } from '#web/data/client.ts'
import { dates } from '#web/data/local-time.ts'
import { useAction } from '#web/data/use-action.ts'
import { LoadError } from '#web/parts/load-error.tsx'
import { showError } from '#web/parts/show-error.ts'
import { openConfirm } from '#web/ui/open-confirm.tsx'
import { SectionCard } from '#web/ui/section-card.tsx'
import { showToast } from '#web/ui/show-toast.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Tag } from '#web/ui/tag.tsx'
import text from '#web/ui/text.module.css'
import { useOpening } from '#web/ui/use-opening.ts'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import classes from './second-factor.module.css'
import { SetUpDialog } from './set-up-dialog.tsx'

/** Second factor: whether signing in requires an app's code besides the password. */
export function SecondFactorCard() {
  const { data, error, refetch } = useQuery(
    api.secondFactor.read.queryOptions({ refetchOnMount: 'always' }),
  )
  const [settingUp, setUp] = useOpening<null>()
  const [shown, show] = useOpening<readonly string[]>()
  /** Recovery codes, shown after the confirmation has closed, which would take the focus from an open dialog. */
  const made = useRef<readonly string[]>(undefined)
  const makeCodes = useAction({
    call: (_, signal) => client.secondFactor.makeRecoveryCodes(undefined, { signal }),
    onSuccess: ({ recoveryCodes }) => {
      made.current = recoveryCodes
    },
    onError: showError,
  })
  const showMade = () => {
    if (made.current) show(made.current)
    made.current = undefined
  }
  const turnOff = useAction({
    call: (_, signal) => client.secondFactor.turnOff(undefined, { signal }),
    onSuccess: () => showToast({ type: 'success', message: secondFactorTexts.turnedOff }),
    onError: showError,
  })

  const askCodes = () =>
    openConfirm({
      title: 'Crear Otros Códigos',
      text: 'Los códigos de recuperación que tienes guardados dejarán de valer.',
      action: 'Crear Otros',
      onConfirm: () => makeCodes.start(),
      giveUp: makeCodes.giveUp,
      onClose: showMade,
    })
  const askOff = () =>
    openConfirm({
      title: 'Quitar la Verificación en Dos Pasos',
      text: 'Para iniciar sesión bastará la contraseña, y los códigos de recuperación dejarán de valer.',
      action: 'Quitar',
      onConfirm: () => turnOff.start(),
      giveUp: turnOff.giveUp,
    })

  const content = () => {
    if (!data) {
      if (error)
        return (
          <LoadError
            row
            title="No se pudo cargar la verificación en dos pasos"
            error={error}
            onRetry={refetch}
          />
        )
      return <Skeleton height={12} my={4} width={288} role="status" aria-label="Cargando" />
    }
    if (data.since === null) {
      return (
        <div className={classes.card}>
          <p className={classes.text}>
            Además de tu contraseña, iniciar sesión pedirá un código que cambia cada 30 segundos y
            que solo muestra tu móvil. Quien averigüe tu contraseña no podrá entrar.
          </p>
          <Button className={classes.wide} onClick={() => setUp(null)}>
            Activar
          </Button>
        </div>
      )
    }
    const { recoveryCodesLeft } = data
    return (
      <div className={classes.card}>
        <div>
          <p className={classes.text}>
            Iniciar sesión pide, además de tu contraseña, un código de tu aplicación.
          </p>
          <p className={`${classes.left} ${text.quiet}`} data-few={recoveryCodesLeft <= 2}>
            <time dateTime={data.since}>Desde el {dates.date(data.since)}.</time>{' '}
            {secondFactorTexts.codesLeft(recoveryCodesLeft)}
          </p>
        </div>
        <Group gap="xs" className={`${classes.wide} ${classes.buttons}`}>
          <Button onClick={askCodes}>Crear otros códigos</Button>
          <Button variant="subtle" onClick={askOff}>
            Quitar
          </Button>
        </Group>
      </div>
    )
  }
  return (
    <SectionCard
      flush={!data && error !== null}
      title="Verificación en dos pasos"
      aside={data?.since && <Tag>Activada</Tag>}
    >
      {content()}
      {settingUp && <SetUpDialog key={`set-up-${settingUp.key}`} onTurnedOn={show} />}
      {shown && <RecoveryCodesDialog key={`codes-${shown.key}`} codes={shown.for} />}
    </SectionCard>
  )
}
