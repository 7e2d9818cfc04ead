import { Button, VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { ChatLink, ChatPlace, LinkState, LinkTroubleCode } from '#shared/model/chat-link.ts'
import { Notice } from '#web/ui/notice.tsx'
import { chatQuestion, saidOf } from './added-chat.ts'
import { ChannelQuestion } from './channel-question.tsx'
import classes from './chat-chooser.module.css'
import { FirstMessage } from './first-message.tsx'
import { Guide } from './guide.tsx'
import { Ended, LinkTrouble, Trouble } from './link-trouble.tsx'
import { PlaceChoice } from './place-choice.tsx'
import type { ChatLinking } from './use-chat-link.ts'

interface ChatChooserProps {
  linking: ChatLinking
  /** True inside a form that has its own primary button. */
  isAside?: boolean
}

/** Steps from the choice of a place to the first message there; empty until the first answer about the token's bot. */
export function ChatChooser({ linking, isAside = false }: ChatChooserProps) {
  const { answer, link } = linking
  // The chosen place survives errors.
  const [place, choose] = useState<ChatPlace>('private')
  const chooser = useRef<HTMLDivElement>(null)
  const shown = link && `${link.code} ${link.state.kind}`
  useEffect(() => {
    // The pressed control disappeared with its step: continue from the choice of a place.
    if (shown === undefined || document.activeElement !== document.body) return
    chooser.current?.querySelector<HTMLElement>('input:checked')?.focus({ preventScroll: true })
  }, [shown])
  return (
    <div className={classes.chooser} ref={chooser}>
      <VisuallyHidden role="status">{link && announcement(link.state)}</VisuallyHidden>
      {answer?.ok === false && (
        <Trouble reason={answer.reason}>
          <Button size="xs" onClick={linking.startAgain}>
            Comprobar otra vez
          </Button>
        </Trouble>
      )}
      {link?.state.kind === 'found' && (
        <FirstMessage found={link.state} bot={link.bot} onOther={linking.startAgain} />
      )}
      {link && link.state.kind !== 'found' && (
        <Choosing link={link} linking={linking} isAside={isAside} place={place} onPlace={choose} />
      )}
    </div>
  )
}

interface ChoosingProps extends Required<ChatChooserProps> {
  link: ChatLink
  place: ChatPlace
  onPlace: (place: ChatPlace) => void
}

function Choosing({ link, linking, isAside, place, onPlace }: ChoosingProps) {
  const { state } = link
  return (
    <>
      <PlaceChoice
        value={place}
        onChange={other => {
          onPlace(other)
          if (concernsPlace(state)) linking.startAgain()
        }}
      />
      {state.kind === 'confirm' && (
        <ChannelQuestion
          chats={state.chats}
          isBusy={linking.isActing}
          onConfirm={linking.confirm}
        />
      )}
      {state.kind === 'trouble' && (
        <LinkTrouble key={state.code} trouble={state} linking={linking} />
      )}
      {state.kind === 'ended' && <Ended link={link} linking={linking} />}
      {linking.refusal && <Notice>{linking.refusal}</Notice>}
      {isHeard(state) && <Guide place={place} link={link} linking={linking} isAside={isAside} />}
    </>
  )
}

function announcement(state: LinkState): string {
  switch (state.kind) {
    case 'confirm':
      return `${chatQuestion(state.chats)} ${saidOf(state.chats)}`
    case 'found':
      return `El primer mensaje ha llegado a «${state.chat.title}».`
    case 'trouble':
      return state.reason
    case 'ended':
      return 'El enlace ya no vale.'
    case 'waiting':
      return ''
  }
}

/** True if choosing another place needs a new link. */
const concernsPlace = (state: LinkState): boolean =>
  state.kind === 'ended' || (state.kind === 'trouble' && state.chat !== null)

/** True if actions in Telegram still reach the server. */
const isHeard = (state: ChatLink['state']): boolean =>
  state.kind === 'trouble' ? !deafening.includes(state.code) : state.kind !== 'ended'

const deafening: readonly LinkTroubleCode[] = ['webhook_active', 'other_reader', 'token_invalid']
