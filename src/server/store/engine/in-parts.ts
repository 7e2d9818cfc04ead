/** Rows of one statement: databases allow only so many values. */
const LARGEST = 500

export function* inParts<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let from = 0; from < items.length; from += LARGEST) yield items.slice(from, from + LARGEST)
}
