import type { Failure } from '#server/telegram/failures.ts'
import type { ConnectionDraft } from '#shared/model/connection.ts'
import {
  bitcoinScalping,
  etherSwing,
  euroLondon,
  type Feed,
  goldBreakouts,
  ibexOpening,
  macroNews,
} from './feeds.ts'
import { kickedOut, withoutRights } from './troubles.ts'

export type DemoConnection = Pick<
  ConnectionDraft,
  'name' | 'description' | 'tags' | 'telegramBotToken' | 'telegramChatId'
> & {
  /** Fixed, so that the addresses in pictures stay the same. */
  id: string
  templateId: string
  feed: Feed
  /** Alerts it now gets in a full week. */
  weekly: number
  /** Days since it was made. */
  age: number
  /** Days since it was switched off. */
  offFor: number | null
  /** Periods in which Telegram refused everything. */
  troubles: readonly { daysAgo: number; hours: number; failure: Failure }[]
}

/** Chat that the bot was removed from: deliveries there fail. */
export const CLOSED_CHAT = '-1001590027746'

export const demoConnections: readonly DemoConnection[] = [
  {
    id: 'c7Kq9xVbT2mNf4RzLw8HpA',
    name: 'BTC Scalping 5m',
    description: 'Entradas y salidas en 5 minutos, Binance Futuros.',
    tags: ['cripto', 'scalping'],
    telegramBotToken: '7104836250:AAGk3vT9mQxR2bLw7nYhJc5ZpEdFsaX9kQ2',
    telegramChatId: '-1001847362915',
    templateId: 'entrada-de-scalping',
    feed: bitcoinScalping,
    weekly: 720,
    age: 120,
    offFor: null,
    troubles: [{ daysAgo: 14.3, hours: 7, failure: withoutRights }],
  },
  {
    id: 'mW3eRt7YuI0pLk2JhGf6Dz',
    name: 'Oro H1 Rupturas',
    description: 'XAUUSD, máximos y mínimos de sesión.',
    tags: ['metales', 'rupturas'],
    telegramBotToken: '7104836250:AAGk3vT9mQxR2bLw7nYhJc5ZpEdFsaX9kQ2',
    telegramChatId: '-1002093318470',
    templateId: 'price-level-breach',
    feed: goldBreakouts,
    weekly: 150,
    age: 110,
    offFor: null,
    troubles: [{ daysAgo: 37, hours: 9, failure: kickedOut }],
  },
  {
    id: 'Qa8sDf5GhJ1kLz9XcVb3Nm',
    name: 'EURUSD Londres',
    description: 'Apertura de Londres, velas de 15 minutos.',
    tags: ['forex', 'londres'],
    telegramBotToken: '7388120946:AAHt5wPz8NcVuXk1oMfQrJbGiLyEd38vRw0C',
    telegramChatId: CLOSED_CHAT,
    templateId: 'detailed-strategy',
    feed: euroLondon,
    weekly: 75,
    age: 21,
    offFor: null,
    troubles: [{ daysAgo: 9.5, hours: 120, failure: withoutRights }],
  },
  {
    id: 'Pl2oKi6JuH9yGt4FrDe7Sw',
    name: 'ETH Swing 4h',
    description: '',
    tags: ['cripto', 'swing'],
    telegramBotToken: '7104836250:AAGk3vT9mQxR2bLw7nYhJc5ZpEdFsaX9kQ2',
    telegramChatId: '-1001722910588',
    templateId: 'indicator-crossing',
    feed: etherSwing,
    weekly: 56,
    age: 90,
    offFor: null,
    troubles: [],
  },
  {
    id: 'Bn4mVc7XzL0kJh3GfD6sAp',
    name: 'IBEX 35 Apertura',
    description: 'Solo los primeros 30 minutos de sesión.',
    tags: ['índices', 'apertura'],
    telegramBotToken: '7561290384:AAFr6yUj2SxWbEn0aKdTqVhCiPzMo59kM5hB8',
    telegramChatId: '583920174',
    templateId: 'minimalist-signal',
    feed: ibexOpening,
    weekly: 24,
    age: 70,
    offFor: 9,
    troubles: [],
  },
  {
    id: 'Zx5cVb8NmA1sDf4GhJ7kLq',
    name: 'Noticias Macro',
    description: 'IPC, empleo y decisiones de tipos.',
    tags: ['macro'],
    telegramBotToken: '7561290384:AAFr6yUj2SxWbEn0aKdTqVhCiPzMo59kM5hB8',
    telegramChatId: '@macro_al_dia',
    templateId: 'dato-macroeconomico',
    feed: macroNews,
    weekly: 90,
    age: 84,
    offFor: null,
    troubles: [],
  },
]
