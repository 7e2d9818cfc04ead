import type { ReactNode } from 'react'
import { useOnDemand } from '#web/parts/use-on-demand.ts'
import { useOpening } from '#web/ui/use-opening.ts'
import type { HeartbeatWish } from './heartbeat-maker.tsx'

const load = async () => (await import('./heartbeat-maker.tsx')).HeartbeatMaker

/** Heartbeat dialogs, loaded when first needed. */
export function useHeartbeatMaker(): { maker: ReactNode; make: (wish: HeartbeatWish) => unknown } {
  const { Part: HeartbeatMaker, ask } = useOnDemand(load)
  const [wished, wish] = useOpening<HeartbeatWish>()
  return {
    maker: wished && HeartbeatMaker && <HeartbeatMaker key={wished.key} wish={wished.for} />,
    make: wanted => ask(() => wish(wanted)),
  }
}
