import { alertMessage, templateMessage } from '#shared/message/alert-message.ts'
import { deadLinks } from '#shared/message/check/check-links.ts'
import type { TemplateProblem } from '#shared/message/check/check-template.ts'
import type { MessageButton, MessagePicture } from '#shared/message/composed-message.ts'
import type { Filled } from '#shared/message/fill-template.ts'
import { templateButtons } from '#shared/message/message-buttons.ts'
import { pictureOf } from '#shared/message/message-picture.ts'
import { notificationLine, type Unseen, unseenValues } from '#shared/message/notification-line.ts'
import type { RichMessage } from '#shared/message/rich-message.ts'
import { messageLength, splitMessage } from '#shared/message/split.ts'
import { builtInValues } from '#shared/message/template/built-in-values.ts'
import type { Template } from '#shared/model/template.ts'
import { alertName } from '#shared/payload/alert-name.ts'
import { valueAt } from '#shared/payload/payload.ts'
import { leftOutWords } from './buttons/left-out.ts'
import { isToldSample, readSample } from './sample.ts'
import type { RecentAlert } from './use-alert-draft.ts'

export type PreviewDraft = Pick<Template, 'content' | 'buttons' | 'picture'>

export interface Preview extends Omit<Filled, 'message'> {
  /** The messages that Telegram would be sent, in order. */
  pieces: RichMessage[]
  buttons: MessageButton[][]
  /** Of each button that it goes without, why. */
  leftOut: string[]
  picture: MessagePicture | null
  /** Code points. */
  length: number
  /** What of the template makes a link that leads nowhere. */
  deadLinks: TemplateProblem[]
  /** What a locked phone shows of the first message. */
  notification: string
  /** What it does not, of what the template asks for or the alerts are said to bring. */
  unseen: Unseen[]
}

interface PreviewContext {
  /** Milliseconds UTC. */
  now: number
  /** The account's, in which its messages write times. */
  timeZone: string
  /** The one that the sample was taken from. */
  alert?: RecentAlert | undefined
}

const SAMPLE_CONNECTION = 'Tu conexión'

/**
 * What a template makes of a sample, as of the alert that it was taken from, else of one that came
 * at `now`; undefined when the sample is no JSON. Until somebody says what alerts bring, it is the
 * template alone, with whatever it lacks.
 */
export function previewMessage(
  { content, buttons, picture }: PreviewDraft,
  sample: string,
  { now, timeZone, alert }: PreviewContext,
): Preview | undefined {
  const payload = readSample(sample)
  if (!payload) return undefined
  const connectionName = alert?.connectionName ?? SAMPLE_CONNECTION
  const connectionId = alert && valueAt(payload, 'connectionId')
  const isAlone = !isToldSample(sample)
  const make = isAlone ? templateMessage : alertMessage
  const received = { receivedAt: alert ? Date.parse(alert.timestamp) : now, timeZone }
  const builtIn = builtInValues({
    connectionName,
    alertName: alert?.text === sample ? alert.alertName : alertName(payload, connectionName),
    ...received,
  })
  const sources = { payload, builtIn, ...received }
  const context = { ...sources, ...(typeof connectionId === 'string' && { connectionId }) }
  const { message, missing, taken, fits } = make(content, context)
  const url = pictureOf(payload, context.connectionId ? [context.connectionId] : [])
  const pieces = splitMessage(message)
  const unseen = pieces[0] && (isAlone || fits) ? unseenValues(content, sources) : []
  return {
    pieces,
    buttons: templateButtons(buttons, context),
    leftOut: leftOutWords(buttons, context),
    picture: url === undefined ? null : { url, place: picture },
    length: messageLength(message),
    missing,
    taken,
    fits: isAlone || fits,
    deadLinks: isAlone || fits ? deadLinks(content, sources) : [],
    notification: pieces[0] ? notificationLine(pieces[0]) : '',
    unseen: unseen.filter(({ isAsked }) => isAsked || !isAlone),
  }
}
