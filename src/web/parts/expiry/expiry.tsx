import { Button } from '@mantine/core'
import { client } from '#web/data/client.ts'
import { dates } from '#web/data/local-time.ts'
import { useAction } from '#web/data/use-action.ts'
import { showError } from '#web/parts/show-error.ts'
import { showToast } from '#web/ui/show-toast.tsx'
import classes from './expiry.module.css'
import { expiryWords } from './expiry-words.ts'
import { useToday } from './use-today.ts'

interface ExpiryProps {
  configId: string
  /** 2026-11-19 */
  on: string
  /** True if it can be renewed long before expiry too. */
  isRenewable?: boolean
  /** Id of the element that names the configuration. */
  titleId?: string
}

/** Expiry day of an alert, and the buttons that record its renewal in TradingView. */
export function Expiry({ configId, on, isRenewable = false, titleId }: ExpiryProps) {
  const { text: day, note, tone } = expiryWords(on, useToday(), dates)
  const renew = useAction({
    call: (days: 30 | 60, signal) =>
      client.tvConfigs.renew({ id: configId, days, expiresOn: on }, { signal }),
    onSuccess: ({ expiresOn }) =>
      showToast({
        type: 'success',
        message: `Renovada: caduca el ${dates.dayOfMonth(`${expiresOn}T12:00:00`)}.`,
      }),
    onError: showError,
  })
  const button = (days: 30 | 60, label: string) => (
    <Button
      size="xs"
      aria-describedby={titleId}
      loading={renew.isPending}
      onClick={() => renew.start(days)}
    >
      {label}
    </Button>
  )
  return (
    <span className={classes.expiry}>
      <span>
        <span className={classes.day} data-tone={tone}>
          {day}
        </span>
        , {note}
      </span>
      {(isRenewable || tone) && (
        <span className={classes.renewals}>
          {button(30, 'Renovada +30 días')}
          {button(60, 'Renovada +60 días')}
        </span>
      )}
    </span>
  )
}
