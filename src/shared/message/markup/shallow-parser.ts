import { type Handler, Parser } from 'htmlparser2'

const MAX_DEPTH = 100

/**
 * Ignores tags nested deeper than 100, but not their text: the cost of a tag grows with its depth.
 */
export class ShallowParser extends Parser {
  #depth = 0

  constructor({ onopentag, onclosetag, ...handler }: Partial<Handler>) {
    super({
      ...handler,
      onopentag: (...tag) => {
        this.#depth += 1
        onopentag?.(...tag)
      },
      onclosetag: (...tag) => {
        this.#depth -= 1
        onclosetag?.(...tag)
      },
    })
  }

  override onopentagname(start: number, end: number): void {
    if (this.#depth < MAX_DEPTH) super.onopentagname(start, end)
  }
}
