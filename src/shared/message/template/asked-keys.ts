import type { TemplateDraft } from '../../model/template.ts'
import type { TemplateButton } from '../../model/template-button.ts'
import { symbolKeys, synonymsOf } from './synonyms.ts'
import { placeholdersOf } from './template-tokens.ts'

/** Parts of a template that ask for values. */
export type AskingTemplate = Pick<TemplateDraft, 'content' | 'buttons'>

/** Keys of a template's placeholders without duplicates, those of its content first. */
export const templatePlaceholders = ({ content, buttons = [] }: AskingTemplate): string[] => [
  ...new Set([content, ...buttons.flat().flatMap(textsOf)].flatMap(placeholdersOf)),
]

/** `templatePlaceholders`, then the keys that a chart button needs, unless asked for under another name. */
export function askedKeys(template: AskingTemplate): string[] {
  const keys = templatePlaceholders(template)
  const hasChart = template.buttons?.flat().some(({ kind }) => kind === 'chart') ?? false
  const needed = hasChart
    ? chartSources.filter(names => !names.some(name => keys.includes(name)))
    : []
  return [...keys, ...needed.flatMap(([name]) => name ?? [])]
}

const chartSources: readonly (readonly string[])[] = [
  symbolKeys,
  ['exchange'],
  ['timeframe', ...synonymsOf('timeframe')],
]

function textsOf(button: TemplateButton): string[] {
  if (button.kind === 'copy') return [button.text, button.value]
  return button.kind === 'link' ? [button.text, button.url] : [button.text]
}
