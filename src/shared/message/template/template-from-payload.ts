import { MAX_NAME_LENGTH } from '../../limits.ts'
import { isReservedKey } from '../../payload/key-names.ts'
import type { Payload } from '../../payload/payload.ts'
import { readableFields, textKeys } from '../../payload/readable-text.ts'
import { isPlaceholder } from './stand-ins.ts'

/** Maximum number of fields. Bodies with more are generated, and their template would be too long. */
const MAX_FIELDS = 30

const HEAD = '🔔 **{{alert_name}}**'

/** Keys of texts that need no label. */
const TEXTS = new Set([...textKeys, 'title', 'description', 'pretext'])

/** A template for payloads like this one: its texts first, then its other fields with labels. */
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

/** `alert_name` is already in the head, and not every key can be written as a placeholder. */
const canBeAsked = (key: string): boolean =>
  key.length <= MAX_NAME_LENGTH && key !== 'alert_name' && !isReservedKey(key) && isPlaceholder(key)

const isText = (key: string): boolean =>
  TEXTS.has(key.slice(key.lastIndexOf('.') + 1).toLowerCase())

/** The key, with the underscores at its ends escaped: they would be formatting. */
const label = (key: string): string =>
  key.replace(/^_+|_+$/g, marks => marks.replaceAll('_', '\\_'))
