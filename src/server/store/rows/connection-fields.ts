/** Column of each field of a connection, and its conversion in both directions. */
import { connectionOptionsSchema, sendOptionsSchema } from '#shared/model/connection.ts'
import type { ConnectionRow } from './connections.ts'

type Column = keyof ConnectionRow

const text = <In extends Column>(column: In) => ({
  column,
  write: (text: string) => text,
  read: (stored: string) => stored,
})

const number = <In extends Column>(column: In) => ({
  column,
  write: (number: number | null) => number,
  read: (stored: number | null) => stored,
})

const flag = <In extends Column>(column: In) => ({
  column,
  write: (isOn: boolean) => (isOn ? (1 as const) : (0 as const)),
  read: (stored: 0 | 1) => stored === 1,
})

const list = <In extends Column>(column: In) => ({
  column,
  write: (texts: string[]) => JSON.stringify(texts),
  read: (stored: string): string[] => JSON.parse(stored),
})

/** The fields that rows, forms and export files share; the id and the token are handled apart. */
const fields = {
  name: text('name'),
  telegramChatId: text('telegram_chat_id'),
  templateId: text('template_id'),
  description: text('description'),
  tags: list('tags'),
  isActive: flag('is_active'),
  groupBursts: flag('group_bursts'),
  markLate: flag('mark_late'),
  addText: flag('add_text'),
  neverShown: list('never_shown'),
  topicId: number('topic_id'),
  silent: flag('silent'),
  linkPreview: flag('link_preview'),
  protectContent: flag('protect_content'),
}

type Mapping = typeof fields
type Name = keyof Mapping
type ColumnOf<Field extends Name> = Mapping[Field]['column']
type ConnectionFields = { [Field in Name]: ReturnType<Mapping[Field]['read']> }
type Columns = { [Field in Name as ColumnOf<Field>]: ReturnType<Mapping[Field]['write']> }
type Change = { [Field in Name]?: ConnectionFields[Field] | undefined }

const names = Object.keys(fields) as Name[]
const optionNames = connectionOptionsSchema.keyof().options
const sendOptionNames = sendOptionsSchema.keyof().options

/** Columns of a connection's options: how its messages are sent. */
export const optionColumns = optionNames.map(name => fields[name].column)

/** Columns of the options that are sent to Telegram. */
export const sendOptionColumns = sendOptionNames.map(name => fields[name].column)

export const connectionFields = (row: Columns) => readFields(row, names)

export const sendOptionsOf = (row: Pick<Columns, ColumnOf<(typeof sendOptionNames)[number]>>) =>
  readFields(row, sendOptionNames)

function readFields<Field extends Name>(row: Partial<Columns>, wanted: readonly Field[]) {
  const read = wanted.map(name => {
    const { column, read } = fields[name]
    return [name, read(row[column] as never)]
  })
  return Object.fromEntries(read) as Pick<ConnectionFields, Field>
}

/** Columns of the given fields; an edit omits unchanged fields. */
export function connectionColumns(given: ConnectionFields): Columns
export function connectionColumns(given: Change): Partial<Columns>
export function connectionColumns(given: Change): Partial<Columns> {
  const written = names.flatMap(name => {
    const { column, write } = fields[name]
    return given[name] === undefined ? [] : [[column, write(given[name] as never)]]
  })
  return Object.fromEntries(written)
}
