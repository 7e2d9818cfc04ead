import { MAX_NAME_LENGTH } from '../../limits.ts'
import { isReservedKey } from '../../payload/key-names.ts'
import type { Payload } from '../../payload/payload.ts'
import { readableFields, textKeys } from '../../payload/readable-text.ts'
import { placeholdersOf } from './template-tokens.ts'

/** More would make a long template of a body that nobody wrote by hand. */
const MAX_FIELDS = 30

const HEAD = '🔔 **{{alert_name}}**'

/** What says by itself what it is. */
const TEXTS = new Set([...textKeys, 'title', 'description', 'pretext'])

/** A template with a place for what such a payload says: its texts first, then its other fields. */
export function templateFromPayload(payload: Payload): string {
  const keys: string[] = []
  for (const { key } of readableFields(payload)) {
    if (keys.length === MAX_FIELDS) break
    if (canBeAsked(key)) keys.push(key)
  }
  if (keys.length === 0) return `${HEAD}\n\n\`\`\`json\n{{payload}}\n\`\`\``
  const [texts = [], others = []] = [true, false].map(wanted =>
    keys.filter(key => isText(key) === wanted),
  )
  return [
    HEAD,
    texts.map(key => `{{${key}}}`).join('\n'),
    others.map(key => `${label(key)}: {{${key}}}`).join('\n'),
  ]
    .filter(part => part !== '')
    .join('\n\n')
}

/** The name stands above already, and a template's grammar has no room for every key. */
const canBeAsked = (key: string): boolean =>
  key.length <= MAX_NAME_LENGTH &&
  key !== 'alert_name' &&
  !isReservedKey(key) &&
  placeholdersOf(`{{${key}}}`)[0] === key

const isText = (key: string): boolean =>
  TEXTS.has(key.slice(key.lastIndexOf('.') + 1).toLowerCase())

/** As it stands there, though underscores at its ends would be marks. */
const label = (key: string): string =>
  key.replace(/^_+|_+$/g, marks => marks.replaceAll('_', '\\_'))
