/**
 * Lists and records whose length is checked before their contents: zod would validate every element of an
 * overlong one, and keep an issue for each.
 */
import { z } from 'zod'

export const listOf = <Item extends z.ZodType>(
  item: Item,
  most: number,
  tooMany = `Como máximo ${most}.`,
) =>
  z.preprocess((list: z.input<Item>[], { addIssue }) => {
    if (Array.isArray(list) && list.length > most) addIssue(tooMany)
    return list
  }, z.array(item).max(most))

export const recordOf = <Value extends z.ZodType>(
  key: z.ZodString,
  value: Value,
  most: number,
  tooMany = `Como máximo ${most}.`,
) =>
  z.preprocess(
    (record: Record<string, z.input<Value>>, { addIssue }) => {
      if (Object.keys(record ?? {}).length > most) addIssue(tooMany)
      return record
    },
    z.record(key, value).meta({ maxProperties: most }),
  )
