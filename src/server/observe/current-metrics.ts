/** Metrics that are read at the moment of a scrape. */
import { clock } from '#server/base/clock.ts'
import { ALONE, byValue, countOf, gauge, type Metric } from './instruments.ts'
import { type LaneWaits, type WaitCause, waitCauses } from './lane-waits.ts'

/** Present state of delivery in this process. */
export type DeliveryFigures = {
  /** Lanes in which an alert is being sent or waits. */
  lanes: number
  waits: Pick<LaneWaits, 'lanes' | 'seconds'>
  isOutageOfAll: boolean
  /** Bots in an outage of their own. */
  botsInOutage: number
  /** Milliseconds since the longest outage began; 0 without one. */
  outageMs: number
}

/** Resource usage of the process. `cpu` in microseconds, the rest in bytes. */
export type ProcessUsage = {
  cpu: { user: number; system: number }
  memory: { rss: number; heapTotal: number; heapUsed: number }
}

/** Figures common to all processes on one database. `oldestAt` in milliseconds UTC. */
export type SharedFigures = {
  waiting: number
  oldestAt: number | null
  /** Free bytes on the disk of the data folder; undefined if unknown. */
  diskFree?: number | undefined
}

/** `delivery` is null in a process that does not deliver. */
export type Sources = {
  info: { role: string; database: string }
  delivery: (() => DeliveryFigures) | null
  streams: () => number
  shared: () => SharedFigures | undefined
  /** Undefined if unknown. */
  usage: (() => ProcessUsage) | undefined
}

const SHARED = 'The same in every process: use max(), not sum().'

export function currentMetrics({ info, delivery, streams, shared, usage }: Sources): Metric[] {
  return [
    gauge({ name: 'pregonero_info', help: 'Always 1; what runs here.' }, { all: info }, () => ({
      all: 1,
    })),
    gauge({ name: 'pregonero_queue_alerts', help: `Alerts that wait. ${SHARED}` }, ALONE, () =>
      alone(shared()?.waiting),
    ),
    gauge(
      {
        name: 'pregonero_queue_oldest_seconds',
        help: `Since when the first alert of the queue waits; 0 without one. ${SHARED}`,
      },
      ALONE,
      () => {
        const figures = shared()
        const oldestAt = figures?.oldestAt ?? clock.now()
        return alone(figures && Math.max(0, clock.now() - oldestAt) / 1_000)
      },
    ),
    gauge(
      {
        name: 'pregonero_database_up',
        help: 'Whether the queue could be read from the database within the last minute.',
      },
      ALONE,
      () => alone(shared() ? 1 : 0),
    ),
    gauge(
      {
        name: 'pregonero_disk_free_bytes',
        help: 'Room on the disk of the data folder; of PostgreSQL it is not known.',
      },
      ALONE,
      () => alone(shared()?.diskFree),
    ),
    gauge(
      { name: 'pregonero_event_streams', help: 'Browsers that listen to this process.' },
      ALONE,
      () => alone(streams()),
    ),
    ...(delivery ? deliveryMetrics(delivery) : []),
    startTime,
    ...(usage ? processMetrics(usage) : []),
  ]
}

function deliveryMetrics(delivery: () => DeliveryFigures): Metric[] {
  return [
    gauge(
      {
        name: 'pregonero_lanes',
        help: 'Chats of an account and bot in which this process sends, or lets something wait.',
      },
      ALONE,
      () => alone(delivery().lanes),
    ),
    gauge(
      { name: 'pregonero_lanes_waiting', help: 'Those of them that wait, by why they do.' },
      byValue('cause', waitCauses),
      () => delivery().waits.lanes,
    ),
    countOf(
      {
        name: 'pregonero_lane_wait_seconds_total',
        help: 'How long they have waited, all together, by why they did; counted when a wait is over.',
      },
      byValue<WaitCause>('cause', waitCauses),
      () => delivery().waits.seconds,
    ),
    gauge(
      { name: 'pregonero_outage', help: 'Whether Telegram answers none of the bots.' },
      ALONE,
      () => alone(delivery().isOutageOfAll ? 1 : 0),
    ),
    gauge(
      {
        name: 'pregonero_outage_bots',
        help: 'Bots that Telegram does not answer while it answers others.',
      },
      ALONE,
      () => alone(delivery().botsInOutage),
    ),
    gauge(
      {
        name: 'pregonero_outage_seconds',
        help: 'How long the longest outage has lasted; 0 without one.',
      },
      ALONE,
      () => alone(delivery().outageMs / 1_000),
    ),
  ]
}

const startTime = gauge(
  { name: 'process_start_time_seconds', help: 'When the process began, since 1970.' },
  ALONE,
  () => ({ '': clock.startedAt() / 1_000 }),
)

/** Named as in Prometheus's own libraries. */
function processMetrics(usage: () => ProcessUsage): Metric[] {
  return [
    countOf(
      { name: 'process_cpu_seconds_total', help: 'Processor time of all threads.' },
      ALONE,
      () => alone((usage().cpu.user + usage().cpu.system) / 1e6),
    ),
    gauge({ name: 'process_resident_memory_bytes', help: 'Resident memory.' }, ALONE, () =>
      alone(usage().memory.rss),
    ),
    gauge(
      { name: 'nodejs_heap_size_total_bytes', help: "Size of the main thread's heap." },
      ALONE,
      () => alone(usage().memory.heapTotal),
    ),
    gauge({ name: 'nodejs_heap_size_used_bytes', help: 'What is used of it.' }, ALONE, () =>
      alone(usage().memory.heapUsed),
    ),
  ]
}

const alone = (value: number | undefined): { '': number } | Record<string, never> =>
  value === undefined ? {} : { '': value }
