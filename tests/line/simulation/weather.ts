import type { Random } from './random.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS

/** Ways in which Telegram fails. With `stored` the message reaches the chat all the same. */
const kinds = [
  'unreachable',
  'hang',
  'hang-stored',
  'page',
  'page-stored',
  'cut',
  'cut-stored',
  'flood',
  'refusal',
] as const
export type WeatherKind = (typeof kinds)[number]

/** A failure of Telegram for all bots, one bot or one chat; times in virtual milliseconds. */
export type Weather = {
  from: number
  until: number
  of: { bot?: string; chat?: string }
  kind: WeatherKind
  /** Seconds of the flood wait. */
  retryAfter: number
  /** One in this many requests fails. */
  oneIn: number
  /** True if `getMe` succeeds all the same. */
  answersProbes: boolean
}

/** @param lanes all bots and chats @param length of the period, in virtual milliseconds */
export function drawWeather(
  random: Random,
  lanes: readonly [{ bot: string; chat: string }, ...{ bot: string; chat: string }[]],
  length: number,
): Weather[] {
  return Array.from({ length: random.between(0, 5) }, () => {
    const lane = random.pick(lanes)
    const from = random.between(0, length)
    const lasts = random.pick([2 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 20 * MINUTE_MS])
    return {
      from,
      until: from + random.between(SECOND_MS, lasts),
      of: random.pick<Weather['of']>([
        {},
        { bot: lane.bot },
        { chat: lane.chat },
        { chat: lane.chat },
      ]),
      kind: random.pick(kinds),
      retryAfter: random.pick([1, 3, 30, 600, 3_000]),
      oneIn: random.pick([1, 1, 2, 5]),
      answersProbes: random.chance(0.3),
    }
  })
}
