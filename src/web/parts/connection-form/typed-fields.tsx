import { useEffect, useEffectEvent, useState } from 'react'
import { HintLine } from '#web/parts/field-hint.tsx'
import { botSource } from './bot-source.ts'
import { BotTokenField } from './bot-token-field.tsx'
import { ChatIdField } from './chat-id-field.tsx'
import { ChatChooser } from './chat-link/chat-chooser.tsx'
import { useChatLink } from './chat-link/use-chat-link.ts'
import classes from './connection-fields.module.css'
import { withChat } from './connection-values.ts'
import { askingHint } from './field-hints.ts'
import { MoreFields } from './more-fields.tsx'
import { NameField, TemplateField } from './name-and-template.tsx'
import type { ConnectionForm } from './use-connection-form.ts'
import { useTelegramQuestions } from './use-telegram-questions.ts'

/** All fields at once; the chat may still be chosen in Telegram. */
export function TypedFields({ form }: { form: ConnectionForm }) {
  const { fields, origin } = form
  const telegram = useTelegramQuestions(form)
  const [isChoosing, setChoosing] = useState(false)
  const bot = botSource(fields.values.telegramBotToken, origin?.connection.id)
  const linking = useChatLink({
    bot: isChoosing ? bot : undefined,
    onFound: found => {
      fields.setValues(withChat(found, fields.values))
      telegram.pick(found.chat)
    },
  })
  const askBot = useEffectEvent(() => telegram.onTokenLeft())
  useEffect(() => askBot(), [])

  return (
    <>
      <NameField fields={fields} className={classes.wide} autoFocus={!origin} />
      <BotTokenField form={form} hint={telegram.botHint} onLeft={telegram.onTokenLeft} />
      <ChatIdField
        fields={fields}
        telegram={telegram}
        choosing={bot && { isOpen: isChoosing, onToggle: () => setChoosing(!isChoosing) }}
      />
      <TemplateField fields={fields} templates={form.templates} />
      {isChoosing && (
        <div className={classes.wide}>
          {linking.isAsking && <HintLine hint={askingHint} />}
          <ChatChooser linking={linking} isAside />
        </div>
      )}
      <MoreFields fields={fields} telegram={telegram} />
    </>
  )
}
