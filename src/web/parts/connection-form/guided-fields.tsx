import { Anchor, Text } from '@mantine/core'
import type { Hint } from '#web/parts/field-hint.tsx'
import { botSource } from './bot-source.ts'
import { BotTokenField } from './bot-token-field.tsx'
import { ChatChooser } from './chat-link/chat-chooser.tsx'
import { type ChatLinking, useChatLink } from './chat-link/use-chat-link.ts'
import classes from './connection-fields.module.css'
import { withChat, withoutChat } from './connection-values.ts'
import { askingHint, botHint, isTokenUnknown } from './field-hints.ts'
import { Fold } from './fold.tsx'
import { MoreFields } from './more-fields.tsx'
import { NameField, TemplateField } from './name-and-template.tsx'
import { NewBot } from './new-bot.tsx'
import type { ConnectionForm } from './use-connection-form.ts'

/** Starts with the token only: the user chooses a chat in Telegram, which fills in its id and shows other fields. */
export function GuidedFields({ form }: { form: ConnectionForm }) {
  const { fields, templates } = form
  const { values, errors } = fields
  const linking = useChatLink({
    bot: botSource(values.telegramBotToken, undefined),
    onFound: found => fields.setValues(withChat(found, values)),
  })
  const { answer, link } = linking
  const found = link?.state.kind === 'found' ? link.state : undefined
  const forget = () => fields.setValues(withoutChat(found?.chat, fields.getValues()))

  return (
    <>
      <BotTokenField form={form} hint={tokenHint(linking)} onTyped={forget} />
      {values.telegramBotToken === '' && <NewBot />}
      <div className={found ? undefined : classes.wide}>
        {!isTokenUnknown(answer) && (
          <ChatChooser
            linking={{
              ...linking,
              startAgain: () => {
                forget()
                linking.startAgain()
              },
            }}
          />
        )}
      </div>
      {found && (
        <>
          <div className={classes.column}>
            <NameField fields={fields} />
            <TemplateField fields={fields} templates={templates} />
          </div>
          <div className={`${classes.wide} ${classes.options}`}>
            <Fold
              label="Descripción, etiquetas y opciones"
              mustShow={['description', 'tags', 'topicId'].some(field => field in errors)}
              className={classes.fields}
            >
              <MoreFields fields={fields} telegram={{ chat: found.chat, askChat: () => {} }} />
            </Fold>
          </div>
        </>
      )}
      {!found && (
        <Text className={classes.wide} c="dimmed">
          ¿Ya sabes el ID de chat?{' '}
          <Anchor component="button" type="button" className={classes.link} onClick={form.typeAll}>
            Lo escribo yo
          </Anchor>
        </Text>
      )}
    </>
  )
}

/** Hint at the token field. Errors other than an unknown token are shown below it by `ChatChooser`, with a remedy. */
function tokenHint({ isAsking, answer }: ChatLinking): Hint | undefined {
  if (!answer) return isAsking ? askingHint : undefined
  return answer.ok || isTokenUnknown(answer) ? botHint(answer) : undefined
}
