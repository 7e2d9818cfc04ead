import type { Live } from '#server/live/live.ts'
import { mine } from './signed-in.ts'

export const eventOperations = ({ live }: { live: Live }) => ({
  stream: mine.events.stream.handler(({ context: { who }, signal }) => live.listen(who, signal)),
})
