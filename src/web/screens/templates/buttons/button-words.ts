import type { ButtonStyle, PicturePlace } from '#shared/message/composed-message.ts'
import type { TemplateButton } from '#shared/model/template-button.ts'
import type { Place, Rows } from './button-rows.ts'

export const kindNames: Record<TemplateButton['kind'], string> = {
  chart: 'Gráfico',
  copy: 'Copiar',
  link: 'Enlace',
}

/** Initial values of a new button of each kind. */
export const newButtons: Record<TemplateButton['kind'], TemplateButton> = {
  chart: { kind: 'chart', text: '📈 Gráfico' },
  copy: { kind: 'copy', text: 'Copiar precio', value: '{{price}}' },
  link: {
    kind: 'link',
    text: 'Ver {{symbol}}',
    url: 'https://es.tradingview.com/symbols/{{symbol}}/',
  },
}

export const styleNames: Record<ButtonStyle, string> = {
  primary: 'Azul',
  success: 'Verde',
  danger: 'Rojo',
}

export const pictureNames: Record<PicturePlace, string> = {
  above: 'Encima del texto',
  below: 'Debajo del texto',
}

/** «Fila 2 de 3, puesto 1 de 2». */
export const placeWords = (rows: Rows<unknown>, { row, column }: Place): string =>
  `Fila ${row + 1} de ${rows.length}, puesto ${column + 1} de ${rows[row]?.length ?? 0}`

/** A line for each button, with everything in which buttons can differ. */
export const buttonLines = (rows: Rows<TemplateButton>): string =>
  rows
    .flatMap((row, index) => row.map(button => `Fila ${index + 1} · ${buttonWords(button)}`))
    .join('\n')

function buttonWords(button: TemplateButton): string {
  const colour = button.style ? ` (${styleNames[button.style].toLowerCase()})` : ''
  return `${button.text}: ${whatItDoes(button)}${colour}`
}

function whatItDoes(button: TemplateButton): string {
  if (button.kind === 'chart') return 'abre el gráfico'
  return button.kind === 'copy' ? `copia ${button.value}` : `abre ${button.url}`
}
