import type { Format, MessageWriter } from './message-writer.ts'
import type { Slots } from './slots.ts'

/**
 * Puts HTML text on lines. A line feed is a line break, as in Telegram, but what merely lays out
 * the source is not shown: indentation, and line feeds beside a block as long as there are no more
 * of them than the block brings itself. What lies between two words is written with the second one,
 * and a mark begins at its first word.
 */
export class HtmlLayout {
  readonly #writer: MessageWriter
  readonly #slots: Slots
  #space = ''
  #lineFeeds = 0
  #blockBreaks = 0
  #bullet = ''
  #unopened: (Format | undefined)[] = []
  /** After `<br>` and `<pre>` one line feed is only layout. */
  #skipsLineFeed = false

  constructor(writer: MessageWriter, slots: Slots) {
    this.#writer = writer
    this.#slots = slots
  }

  text(text: string): void {
    for (const [run] of text.matchAll(/\n|[ \t]+|[^ \t\n]+/g)) {
      if (run === '\n') this.#lineFeed()
      else if (run.startsWith(' ') || run.startsWith('\t')) this.#space += run
      else this.#write(run)
    }
  }

  preformatted(text: string): void {
    for (const [run] of text.matchAll(/\n|[^\n]+/g)) {
      if (run === '\n') this.#lineFeed()
      else this.#write(run)
    }
  }

  lineBreak(): void {
    if (this.#blockBreaks > 0) this.block(this.#blockBreaks + 1)
    else this.#lineFeeds += 1
    this.#skipsLineFeed = true
  }

  /** The border of a block: the next word stands at least so many lines below. */
  block(breaks: number): void {
    this.#blockBreaks = Math.max(this.#blockBreaks, this.#lineFeeds, breaks)
    this.#lineFeeds = 0
  }

  bullet(bullet: string): void {
    this.#bullet = bullet
  }

  open(format: Format | undefined): void {
    this.#unopened.push(format)
    if (format?.type === 'pre') this.#skipsLineFeed = true
  }

  close(): void {
    if (this.#unopened.length > 0) this.#unopened.pop()
    else this.#writer.close()
  }

  #lineFeed(): void {
    if (!this.#skipsLineFeed) this.#lineFeeds += 1
    this.#skipsLineFeed = false
  }

  #write(run: string): void {
    const breaks = Math.max(this.#lineFeeds, this.#blockBreaks)
    if (!this.#writer.isEmpty) this.#writer.text(breaks > 0 ? '\n'.repeat(breaks) : this.#space)
    this.#writer.text(this.#bullet)
    for (const format of this.#unopened) this.#writer.open(format)
    this.#writer.text(this.#slots.inText(run))
    this.#space = ''
    this.#lineFeeds = 0
    this.#blockBreaks = 0
    this.#bullet = ''
    this.#unopened = []
    this.#skipsLineFeed = false
  }
}
