import type { Heartbeat } from '#shared/model/watch.ts'
import { useOpening } from '#web/ui/use-opening.ts'
import { HeartbeatDialog } from './heartbeat-dialog.tsx'
import { HeartbeatGuide } from './heartbeat-guide.tsx'

export type HeartbeatWish =
  | { kind: 'create' }
  | { kind: 'edit'; heartbeat: Heartbeat }
  | { kind: 'guide'; heartbeat: Heartbeat }

/** Creates, edits or explains a heartbeat; a new one is followed by its setup guide. A new `key` opens it again. */
export function HeartbeatMaker({ wish }: { wish: HeartbeatWish }) {
  const [made, explain] = useOpening<Heartbeat>()
  if (wish.kind === 'guide') return <HeartbeatGuide heartbeat={wish.heartbeat} />
  const isNew = wish.kind === 'create'
  return (
    <>
      <HeartbeatDialog
        saved={isNew ? undefined : wish.heartbeat}
        onSaved={heartbeat => isNew && explain(heartbeat)}
      />
      {made && <HeartbeatGuide key={made.key} heartbeat={made.for} />}
    </>
  )
}
