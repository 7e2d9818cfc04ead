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
  /** Reason for each button left out. */
  leftOut: string[]
  /** Length of the message in code points. */
  length: number
  /** Placeholders in link addresses for which the sample has no value, so that the link is broken. */
  deadLinks: TemplateProblem[]
  /** First message as a locked phone shows it. */
  notification: string
  /** Symbol or side of the sample that `notification` lacks; of the default sample only if the template asks for it. */
  unseen: Unseen[]
}

interface PreviewContext {
  /** Milliseconds UTC. */
  now: number
  /** The account's time zone, in which its messages write times. */
  timeZone: string
  /** Alert from which the sample was taken. */
  alert?: RecentAlert | undefined
}

const SAMPLE_CONNECTION = 'Tu conexión'

/**
 * Message of a template for a sample, with time and connection of the alert from which the sample was taken,
 * else as if it arrived at `now`; undefined if the sample is not a JSON object. With an
 * empty or the default sample, the message is the filled template alone, even if the sample does not fit it.
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
