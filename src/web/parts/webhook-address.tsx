import { TextInput, type TextInputProps } from '@mantine/core'
import { copyTexts } from '#shared/texts.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import classes from './webhook-address.module.css'

interface WebhookAddressProps extends Pick<TextInputProps, 'id' | 'aria-label' | 'rightSection'> {
  url: string
  /** What is seen of it. */
  shown?: string
  copyLabel: string
}

/** Where a connection's alerts are to be sent, to read and to copy. */
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
