import { alertMessage, templateMessage } from '#shared/message/alert-message.ts'
import { deadLinks } from '#shared/message/check/check-links.ts'
import type { TemplateProblem } from '#shared/message/check/check-template.ts'
import { notificationLine, type Unseen, unseenValues } from '#shared/message/notification-line.ts'
import { messageLength } from '#shared/message/split.ts'
import { valueAt } from '#shared/payload/payload.ts'
import {
  type ExampleMessage,
  exampleMessage,
  type MessageTemplate,
} from '#web/parts/example-message.ts'
import { leftOutWords } from './buttons/left-out.ts'
import { isToldSample, readSample } from './sample.ts'
import type { RecentAlert } from './use-alert-draft.ts'

export interface Preview
  extends Pick<
    ExampleMessage,
    'pieces' | 'shown' | 'buttons' | 'picture' | 'missing' | 'taken' | 'fits'
  > {
  /** Of each button that it goes without, why. */
  leftOut: string[]
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
  draft: MessageTemplate,
  sample: string,
  { now, timeZone, alert }: PreviewContext,
): Preview | undefined {
  const payload = readSample(sample)
  if (!payload) return undefined
  const connectionId = alert && valueAt(payload, 'connectionId')
  const isAlone = !isToldSample(sample)
  const { content, buttons } = draft
  const { message, fits, context, ...made } = exampleMessage(
    draft,
    {
      payload,
      connectionName: alert?.connectionName ?? SAMPLE_CONNECTION,
      connectionId: typeof connectionId === 'string' ? connectionId : undefined,
      name: alert?.text === sample ? alert.alertName : undefined,
      receivedAt: alert ? Date.parse(alert.timestamp) : now,
      timeZone,
    },
    isAlone ? templateMessage : alertMessage,
  )
  const [first] = made.pieces
  const unseen = first && (isAlone || fits) ? unseenValues(content, context) : []
  return {
    ...made,
    fits: isAlone || fits,
    leftOut: leftOutWords(buttons, context),
    length: messageLength(message),
    deadLinks: isAlone || fits ? deadLinks(content, context) : [],
    notification: first ? notificationLine(first) : '',
    unseen: unseen.filter(({ isAsked }) => isAsked || !isAlone),
  }
}
