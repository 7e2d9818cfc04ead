import type { ChildServer } from '../../support/child-server.ts'

/** What a server process used, from its start to its end. */
export type Figures = { longestStillMs: number; mostMemoryMb: number }

/** Ends the server. */
export async function finalFigures(server: ChildServer): Promise<Figures> {
  await server.stop()
  return JSON.parse(server.lines.at(-1) ?? '{}')
}
