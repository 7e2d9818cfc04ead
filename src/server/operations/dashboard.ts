import type { Owner } from '#server/store/engine/owner.ts'
import { deleteDashboard, readDashboard, writeDashboard } from '#server/store/rows/dashboards.ts'
import { completeLayout, defaultWidgets } from '#shared/dashboard-layout.ts'
import type { Widget } from '#shared/model/dashboard.ts'
import { signedIn } from './callers.ts'

export const dashboardOperations = {
  read: signedIn.dashboard.read.handler(async ({ context: { owner } }) => ({
    widgets: await readLayout(owner),
  })),

  replace: signedIn.dashboard.replace.handler(async ({ context: { owner }, input }) => {
    const widgets = completeLayout(input.widgets)
    await writeDashboard(owner, JSON.stringify(widgets))
    return { widgets }
  }),

  reset: signedIn.dashboard.reset.handler(async ({ context: { owner } }) => {
    await deleteDashboard(owner)
    return { widgets: [...defaultWidgets] }
  }),
}

/** The account's own layout, or the default one. */
export async function readLayout(owner: Owner): Promise<Widget[]> {
  const stored = await readDashboard(owner)
  return stored === undefined ? [...defaultWidgets] : completeLayout(JSON.parse(stored))
}
