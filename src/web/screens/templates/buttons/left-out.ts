import { formatList, plural } from '#shared/format.ts'
import { isBlank } from '#shared/message/clean-text.ts'
import type { FillContext } from '#shared/message/fill-template.ts'
import { fillText } from '#shared/message/fill-text.ts'
import { MAX_COPY_LENGTH, templateButtons } from '#shared/message/message-buttons.ts'
import { resolveConditionals } from '#shared/message/template/conditionals.ts'
import { PlaceholderValues } from '#shared/message/template/placeholder-values.ts'
import { templateTokens } from '#shared/message/template/template-tokens.ts'
import type { TemplateButton } from '#shared/model/template-button.ts'
import { valueText } from '#shared/payload/payload.ts'
import type { Rows } from './button-rows.ts'

/** Reason for each button left out of a message: «El botón «Stop» no sale: falta {{stop}}.» */
export function leftOutWords(rows: Rows<TemplateButton>, context: FillContext): string[] {
  const values = new PlaceholderValues(context)
  return rows
    .flat()
    .filter(button => templateButtons([[button]], context).length === 0)
    .map(button => `El botón «${button.text}» no sale: ${reason(button, values)}.`)
}

function reason(button: TemplateButton, values: PlaceholderValues): string {
  const keys = lackingKeys(button, values)
  if (keys.length > 0) {
    const shown = formatList(keys.map(key => `{{${key}}}`))
    return `${plural(keys.length, 'falta', 'faltan')} ${shown}`
  }
  if (button.kind === 'chart') return '{{symbol}} no es un símbolo de TradingView'
  if (button.kind === 'copy' && fillText(button.value, values).text.length > MAX_COPY_LENGTH)
    return `copiaría más de ${MAX_COPY_LENGTH} caracteres`
  return 'con estos valores Telegram no lo admite'
}

/** Keys without a value that the button needs for its text or effect. */
function lackingKeys(button: TemplateButton, values: PlaceholderValues): string[] {
  const { missing } = fillText(button.text, values)
  if (button.kind === 'chart')
    return isBlank(valueText(values.at('symbol'))) ? [...missing, 'symbol'] : missing
  return [...new Set([...missing, ...blankKeys(effectOf(button), values)])]
}

const effectOf = (button: Exclude<TemplateButton, { kind: 'chart' }>): string =>
  button.kind === 'copy' ? button.value : button.url

const blankKeys = (template: string, values: PlaceholderValues): string[] =>
  resolveConditionals(templateTokens(template), key => values.isTrue(key)).flatMap(token =>
    token.kind === 'value' && isBlank(values.shown(token)?.text ?? '') ? [token.key] : [],
  )
