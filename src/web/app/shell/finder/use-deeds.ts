import {
  type Icon,
  IconCodePlus,
  IconMoon,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
  IconRefresh,
  IconSend,
  IconSun,
  IconTemplate,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { foldText } from '#shared/format.ts'
import type { Connection } from '#shared/model/connection.ts'
import { client } from '#web/data/client.ts'
import { dayOf } from '#web/data/local-time.ts'
import { showError } from '#web/parts/show-error.ts'
import { askBulk } from '#web/screens/alerts/ask-bulk.ts'
import { daysAsInstants } from '#web/screens/alerts/filter-days.ts'
import { showToast, type Toast } from '#web/ui/show-toast.tsx'
import { useDarkMode } from '#web/ui/use-dark-mode.ts'
import { addresses } from '../../addresses.ts'

/** An action of the finder; with `types`, it asks for more first. */
export interface Deed {
  key: string
  label: string
  also?: string
  icon: Icon
  go: () => void
  /** Query that replaces the current one, instead of acting. */
  types?: string
}

/** Actions available everywhere; connection actions once their verb begins the query. */
export function useDeeds(connections: readonly Connection[], query: string): Deed[] {
  const navigate = useNavigate()
  const [isDark, setDark] = useDarkMode()
  const begun = foldText(query.trimStart()).split(' ')[0] ?? ''
  const ofConnections = useMemo(
    () => verbs.filter(({ word }) => word === begun).flatMap(verb => deedsOf(verb, connections)),
    [begun, connections],
  )
  return [
    {
      key: 'new connection',
      label: 'Nueva conexión…',
      also: 'añadir crear',
      icon: IconPlus,
      go: () => navigate({ to: addresses.connections, search: { nueva: 'si' } }),
    },
    {
      key: 'new template',
      label: 'Nueva plantilla…',
      also: 'añadir crear',
      icon: IconTemplate,
      go: () => navigate({ to: addresses.templates, search: { nueva: 'si' } }),
    },
    {
      key: 'new config',
      label: 'Nueva configuración de alerta TV…',
      also: 'añadir crear generador tradingview',
      icon: IconCodePlus,
      go: () => navigate({ to: addresses.tvAlertGenerator, search: { nueva: 'si' } }),
    },
    ...verbs
      .filter(({ word, isOf }) => word !== begun && connections.some(isOf))
      .map(({ word, label, icon }) => ({
        key: word,
        label: `${label}…`,
        icon,
        go: () => {},
        types: `${label} `,
      })),
    {
      key: 'resend',
      label: 'Reenviar fallidas de hoy…',
      also: 'alertas reintentar',
      icon: IconRefresh,
      go: () => told(resendFailedOfToday()),
    },
    {
      key: 'theme',
      label: isDark ? 'Tema claro' : 'Tema oscuro',
      also: 'modo',
      icon: isDark ? IconSun : IconMoon,
      go: () => setDark(!isDark),
    },
    ...ofConnections,
  ]
}

/** An action on a connection. */
interface Verb {
  /** The label in lower case, without accents. A query that begins with it lists the connections that it applies to. */
  word: string
  label: string
  /** Between the verb and the name. */
  link?: string
  icon: Icon
  isOf: (connection: Connection) => boolean
  act: (connection: Connection) => Promise<void>
}

const verbs: readonly Verb[] = [
  {
    word: 'probar',
    label: 'Probar',
    icon: IconSend,
    isOf: () => true,
    act: one => told(test(one)),
  },
  {
    word: 'pausar',
    label: 'Pausar',
    icon: IconPlayerPause,
    isOf: ({ paused }) => paused === null,
    act: ({ id, name }) =>
      told(client.queue.pause({ connectionId: id }), {
        type: 'success',
        message: `El chat de «${name}» está en pausa: lo que llegue espera.`,
      }),
  },
  {
    word: 'seguir',
    label: 'Seguir',
    link: 'con ',
    icon: IconPlayerPlay,
    isOf: ({ paused }) => paused !== null && !paused.ofAll,
    act: ({ id, name }) =>
      told(client.queue.resume({ connectionId: id }), {
        type: 'success',
        message: `El chat de «${name}» sigue: sale lo que esperaba.`,
      }),
  },
]

const deedsOf = ({ word, label, link = '', icon, isOf, act }: Verb, all: readonly Connection[]) =>
  all.filter(isOf).map(connection => ({
    key: `${word} ${connection.id}`,
    label: `${label} ${link}${connection.name}`,
    icon,
    go: () => act(connection),
  }))

/** Shows `done` on success, else the error, as a toast. */
async function told(doing: Promise<unknown>, done?: Toast): Promise<void> {
  try {
    await doing
    if (done) showToast(done)
  } catch (error) {
    showError(error)
  }
}

async function test({ id, name }: Pick<Connection, 'id' | 'name'>): Promise<void> {
  showToast({ type: 'info', message: `Probando «${name}»…` })
  const { ok, message } = await client.connections.test({ id })
  showToast({ type: ok ? 'success' : 'error', message })
}

/** Asks for confirmation, with the number of alerts. */
async function resendFailedOfToday(): Promise<void> {
  const today = dayOf(Date.now())
  const filter = daysAsInstants({ from: today, to: today })
  const { asOf, total, more } = await client.alerts.list({ ...filter, status: 'failed' })
  await askBulk(acts => acts.resendingOfFound({ filter, asOf, total, more }, { areOfToday: true }))
}
