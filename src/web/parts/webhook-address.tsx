import { TextInput, type TextInputProps } from '@mantine/core'
import { copyTexts } from '#web/parts/copy-texts.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import classes from './webhook-address.module.css'

interface WebhookAddressProps extends Pick<TextInputProps, 'id' | 'aria-label' | 'rightSection'> {
  url: string
  /** Text to show instead of the URL. */
  shown?: string
  copyLabel: string
}

/** Webhook address of a connection, to read and to copy. */
export const WebhookAddress = ({ url, shown = url, copyLabel, ...field }: WebhookAddressProps) => (
  <div className={classes.address}>
    <TextInput
      className={classes.url}
      classNames={{ input: classes.text ?? '' }}
      readOnly
      value={shown}
      {...field}
    />
    <CopyButton look="default" value={url} label={copyLabel} texts={copyTexts.webhook} />
  </div>
)
