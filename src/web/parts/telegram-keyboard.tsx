import { UnstyledButton } from '@mantine/core'
import { IconArrowUpRight, IconCopy } from '@tabler/icons-react'
import { Children } from 'react'
import type { MessageButton } from '#shared/message/composed-message.ts'
import { copyTexts } from '#web/parts/copy-texts.ts'
import { copyText } from '#web/ui/copy-text.ts'
import text from '#web/ui/text.module.css'
import layout from './keyboard-rows.module.css'
import { OutsideLink } from './outside-link.tsx'
import classes from './telegram-keyboard.module.css'

/** The buttons under a message, which work as in Telegram. */
export function TelegramKeyboard({ rows }: { rows: readonly (readonly MessageButton[])[] }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in
    <div className={layout.keyboard} role="group" aria-label="Botones del mensaje">
      {Children.toArray(rows.map(keyboardRow))}
    </div>
  )
}

const keyboardRow = (row: readonly MessageButton[]) => (
  <div className={layout.row}>{Children.toArray(row.map(keyboardButton))}</div>
)

function keyboardButton(button: MessageButton) {
  const look = { className: classes.button, 'data-style': button.style }
  const face = <span className={text.line}>{button.text}</span>
  if ('copy' in button) {
    return (
      <UnstyledButton
        {...look}
        title={`Copia: ${button.copy}`}
        onClick={() => copyText(button.copy, copyTexts.text)}
      >
        {face}
        <IconCopy />
      </UnstyledButton>
    )
  }
  return (
    <OutsideLink {...look} url={button.url}>
      {face}
      <IconArrowUpRight />
    </OutsideLink>
  )
}
