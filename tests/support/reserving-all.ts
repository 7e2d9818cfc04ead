import type { ArrivingDelivery, FreeLanes } from '#server/store/queue/free-lanes.ts'

const message = {
  message_text: 'ya escrito',
  message_entities: '[]',
  message_times: null,
  message_buttons: null,
  message_picture: null,
  missing: '[]',
  taken: '[]',
  misfit: null,
  late_minutes: null,
  first_attempt_at: 1,
}

/** Reserves the lanes of all alerts; records the deliveries offered each time, and the events of each reservation. */
export function reservingAll() {
  const offered: (readonly ArrivingDelivery[])[] = []
  const events: string[] = []
  const freeLanes: FreeLanes = {
    mayLeave: () => true,
    reserve: async (_trx, arriving) => {
      offered.push(arriving)
      return new Map(
        arriving.map(({ alert_id, connection_id }) => {
          const tell = (what: string) => void events.push(`${what} ${connection_id}`)
          tell('reserved')
          const release = () => tell('released')
          return [alert_id, { message, send: (seq: number) => tell(`sent ${seq}`), release }]
        }),
      )
    },
  }
  return { offered, events, freeLanes }
}
