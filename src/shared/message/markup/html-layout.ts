import type { Format, MessageWriter } from './message-writer.ts'
import type { Slots } from './slots.ts'

/**
 * Lays HTML text out in lines. A line feed is a line break, as in Telegram. White space that only
 * formats the source is dropped: indentation, and line feeds beside a block up to the number of breaks
 * that the block has itself. White space is written with the word after it, and a format begins at its
 * first word.
 */
export class HtmlLayout {
  readonly #writer: MessageWriter
  readonly #slots: Slots
  #space = ''
  #lineFeeds = 0
  #blockBreaks = 0
  #bullet = ''
  #unopened: (Format | undefined)[] = []
  /** True after `<br>` and `<pre>`: the next line feed is not shown. */
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

  /** Border of a block: the next word is at least `breaks` lines below. */
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
    this.#slots.write(run, this.#writer)
    this.#space = ''
    this.#lineFeeds = 0
    this.#blockBreaks = 0
    this.#bullet = ''
    this.#unopened = []
    this.#skipsLineFeed = false
  }
}
