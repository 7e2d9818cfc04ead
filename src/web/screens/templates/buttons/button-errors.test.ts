import { expect, it } from 'vitest'
import { MAX_BUTTON_TEXT_LENGTH, MAX_BUTTON_VALUE_LENGTH } from '#shared/limits.ts'
import { type TemplateButton, templateButtonsSchema } from '#shared/model/template-button.ts'
import { buttonErrors } from './button-errors.ts'

const texts = ['', ' \u{200b}', 'Gráfico', ' a ', 'x'.repeat(MAX_BUTTON_TEXT_LENGTH + 1)]
const long = 'x'.repeat(MAX_BUTTON_VALUE_LENGTH + 1)
const urls = [
  '',
  'ejemplo.com',
  'https://{{a}}/',
  ' https://ejemplo.com/{{a}} ',
  `https://ejemplo.com/${long}`,
]

const buttons: TemplateButton[] = texts.flatMap((text): TemplateButton[] => [
  { kind: 'chart', text },
  ...['', '{{price}}', long].map(value => ({ kind: 'copy' as const, text, value })),
  ...urls.map(url => ({ kind: 'link' as const, text, url })),
])

it.each(buttons)('reports the same errors for %j as the server', button => {
  const rows = [[{ kind: 'chart' as const, text: 'Otro' }], [button]]
  const { error } = templateButtonsSchema.safeParse(rows)
  const said = error?.issues.map(({ path, message }) => [['buttons', ...path].join('.'), message])
  expect(buttonErrors(rows)).toEqual(Object.fromEntries(said ?? []))
})
