/** Rows of things; no row is empty. */

export type Rows<Thing> = Thing[][]

/** Counted from 0. */
export interface Place {
  row: number
  column: number
}

export type Direction = 'left' | 'right' | 'up' | 'down'

/** Columns that are filled before `added` begins another row. */
const USUAL_COLUMNS = 2

/** The rows with the thing added at the end, and its place. */
export function added<Thing>(rows: Rows<Thing>, thing: Thing): Placed<Thing> {
  const last = rows.at(-1) ?? []
  const isRoom = last.length > 0 && last.length < USUAL_COLUMNS
  const next = isRoom ? [...rows.slice(0, -1), [...last, thing]] : [...rows, [thing]]
  return { rows: next, place: { row: next.length - 1, column: isRoom ? last.length : 0 } }
}

export interface Placed<Thing> {
  rows: Rows<Thing>
  place: Place
}

/** The rows without the item at a place; a row that becomes empty is dropped. */
export const removed = <Thing>(rows: Rows<Thing>, { row, column }: Place): Rows<Thing> =>
  rows
    .map((things, index) => (index === row ? things.toSpliced(column, 1) : things))
    .filter(things => things.length > 0)

/** The rows with another item at a place. */
export const replaced = <Thing>(
  rows: Rows<Thing>,
  { row, column }: Place,
  thing: Thing,
): Rows<Thing> => rows.map((things, index) => (index === row ? things.with(column, thing) : things))

/**
 * The rows with the thing in that place moved by one, and its new place; undefined at the end. Up or
 * down it leaves its neighbours for a row of its own, and from there joins the next row.
 */
export function moved<Thing>(
  rows: Rows<Thing>,
  { row, column }: Place,
  direction: Direction,
): Placed<Thing> | undefined {
  const things = rows[row] ?? []
  const thing = things[column]
  if (thing === undefined) return undefined

  if (direction === 'left' || direction === 'right') {
    const to = direction === 'left' ? column - 1 : column + 1
    const other = things[to]
    if (other === undefined) return undefined
    const next = rows.with(row, things.with(to, thing).with(column, other))
    return { rows: next, place: { row, column: to } }
  }

  const isUp = direction === 'up'
  if (things.length > 1) {
    const rest = things.toSpliced(column, 1)
    const next = rows.toSpliced(row, 1, ...(isUp ? [[thing], rest] : [rest, [thing]]))
    return { rows: next, place: { row: isUp ? row : row + 1, column: 0 } }
  }
  const neighbours = rows[isUp ? row - 1 : row + 1]
  if (neighbours === undefined) return undefined
  const joined = isUp ? [...neighbours, thing] : [thing, ...neighbours]
  const first = isUp ? row - 1 : row
  return {
    rows: rows.toSpliced(first, 2, joined),
    place: { row: first, column: isUp ? neighbours.length : 0 },
  }
}
