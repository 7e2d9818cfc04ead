import { laneParts } from '#server/store/queue/lane-key.ts'
import type { BotAssignment } from './bot-assignment.ts'

type Tools = {
  assignment: BotAssignment
  /** Called with the lanes whose bots belong to this process now. */
  onClaimed: (lanes: readonly string[]) => void
  onError: (error: unknown) => void
}

/**
 * Claims the bots of lanes with waiting alerts, one claim at a time; lanes that arrive meanwhile are claimed
 * together.
 */
export class BotClaims {
  readonly #tools: Tools
  readonly #wanted = new Set<string>()
  #isClaiming = false

  constructor(tools: Tools) {
    this.#tools = tools
  }

  async claim(lanes: readonly string[]): Promise<void> {
    for (const lane of lanes) this.#wanted.add(lane)
    if (this.#isClaiming) return
    this.#isClaiming = true
    try {
      while (this.#wanted.size > 0) await this.#claimWanted()
    } catch (error) {
      this.#tools.onError(error)
    } finally {
      this.#isClaiming = false
    }
  }

  async #claimWanted(): Promise<void> {
    const { assignment, onClaimed } = this.#tools
    const lanes = [...this.#wanted]
    this.#wanted.clear()
    const isOwn = (lane: string) => assignment.has(laneParts(lane).botId)
    const others = lanes.filter(lane => !isOwn(lane))
    await assignment.claim([...new Set(others.map(lane => laneParts(lane).botId))])
    onClaimed(lanes.filter(isOwn))
  }
}
