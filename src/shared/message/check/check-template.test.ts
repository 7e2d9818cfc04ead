import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultTemplates } from '../template/default-templates.ts'
import { checkTemplate } from './check-template.ts'

/** Problems as «underlined text: reason». */
const told = (template: string) =>
  checkTemplate(template).map(({ from, to, reason }) => `${template.slice(from, to)}: ${reason}`)
const underlined = (template: string) =>
  checkTemplate(template).map(({ from, to }) => template.slice(from, to))

describe('a correct template', () => {
  it.each(defaultTemplates)('has no problems: $name', ({ content }) => {
    expect(told(content)).toEqual([])
  })

  it.each([
    '',
    '*{{symbol}}* _{{{notes}}}_ ~~a~~ ~100 2 * 3 a || b snake_case',
    '```json\n{"a": {"b": **1}}\n```',
    '\\*a \\`b \\[c](d)',
    '> a\n> *b*\n{{#if a}}\n{{#if b}}c{{/if}}\n{{/if}}',
    '[a]({{url}}) [b](https://{{host}}/x) [c](http://x.com:{{port}}/{{path}})',
    '{"symbol": "{{ticker}}", "more": {"price": {{close}}}}',
    '{{price | 2}} {{{side | mayusculas}}} {{x | o "—" | Minúsculas}} [a](https://b.c/{{d | 0}})',
    '<b>{{time | fecha | hora}}</b> <a href="https://b.c/{{d | o "e"}}">f</a>',
    '<p>a<br>b</p>\n<ul><li>**c**</li></ul><blockquote expandable>d</blockquote>',
    '<b>a</b> <a href="{{url}}">b</a> <span class="tg-spoiler">c</span> <pre>d</pre>',
  ])('has no problems: %j', template => {
    expect(told(template)).toEqual([])
  })
})

describe('delimiters without a partner', () => {
  const alone = (mark: string) => `${mark}: ${mark} está sin pareja: se enviará tal cual.`

  it.each(['**', '*', '_', '||', '~~'])('are reported: %s', mark => {
    expect(told(`{{a}} ${mark}b`)).toEqual([alone(mark)])
    expect(told(`a${mark} {{b}}`)).toEqual([alone(mark)])
  })

  it.each(['`', '```'])('are reported for code: %s', mark => {
    expect(told(`a ${mark}b`)).toEqual([alone(mark)])
  })

  it('are reported after a space too', () => {
    expect(told('a **')).toEqual([alone('**')])
  })

  it('are reported apart from paired ones', () => {
    expect(told('***a**')).toEqual(['***: * está sin pareja: se enviará tal cual.'])
  })

  it('are found after placeholders, conditions and the `>` of a quote', () => {
    expect(checkTemplate('{{symbol}}\n> {{#if a}}b{{/if}}\n> c **d')).toEqual([
      { from: 35, to: 37, reason: '** está sin pareja: se enviará tal cual.' },
    ])
    expect(underlined('a\r\nb\r> **c\r> d')).toEqual(['**'])
  })

  it('may have their partner within a condition', () => {
    expect(told('**{{#if a}}b**{{/if}}')).toEqual([])
  })
})

describe('links', () => {
  const dropped = 'Telegram no admite esta dirección: quedará el texto, sin enlace.'

  it('are reported if Telegram drops their address', () => {
    expect(told('[a](javascript:x) [b](localhost) [c]()')).toEqual([
      `](javascript:x): ${dropped}`,
      `](localhost): ${dropped}`,
      `](): ${dropped}`,
    ])
    expect(told('<a href="ftp://{{host}}">a</a><a>b</a>')).toEqual([
      `<a href="ftp://{{host}}">: ${dropped}`,
      `<a>: ${dropped}`,
    ])
  })

  it('are reported as text if not closed', () => {
    expect(told('[a](https://b.c')).toEqual([']: No llega a ser un enlace: se enviará tal cual.'])
  })
})

describe('HTML', () => {
  it('is reported as converted or removed if Telegram does not know it', () => {
    expect(
      told('<h1>a</h1><section>b</section><font color="red">c</font><style>d</style>'),
    ).toEqual([
      '<h1>: Telegram no conoce <h1>: será una línea en negrita.',
      '<section>: Telegram no conoce <section>: será un salto de línea.',
      '<font color="red">: Telegram no conoce <font>: la etiqueta se quita y queda su texto.',
      '<style>: Telegram no conoce <style>: su contenido no se enviará.',
    ])
    expect(told('<span>{{a}}</span>')).toEqual([
      '<span>: Telegram solo conoce <span class="tg-spoiler">: la etiqueta se quita y queda su texto.',
    ])
  })

  it('is reported as text in a Markdown template', () => {
    const reason =
      'Solo es HTML la plantilla que empieza por < y termina por >: se enviará tal cual.'
    expect(told('Precio: <b>{{price}}</b> < 3')).toEqual([`<b>: ${reason}`, `</b>: ${reason}`])
    expect(told('`<b>` <precio>')).toEqual([])
  })
})

describe('braces', () => {
  it('are reported without their partner', () => {
    expect(told('{{#if a}}b')).toEqual([
      '{{#if a}}: A este {{#if}} le falta su {{/if}}: se enviará tal cual.',
    ])
    expect(told('<b>a</b>{{/if}}<i>b</i>')).toEqual([
      '{{/if}}: Este {{/if}} no cierra ningún {{#if}}: se enviará tal cual.',
    ])
  })

  it.each([
    ['{{else}}', '{{else}} no existe'],
    ['{{else if a}}', '{{else}} no existe'],
    ['{{#each a}}', 'El único bloque es {{#if}}'],
    ['{{/unless}}', 'El único bloque es {{#if}}'],
    ['{{> pie}}', 'El único bloque es {{#if}}'],
    ['{{#if a == b}}', 'Se escribe {{#if nombre}}…{{/if}}, con un solo nombre'],
    ['{{ price }', 'Le faltan llaves'],
    ['{{price', 'Le faltan llaves'],
    ['{price}}', 'Le faltan llaves'],
    ['{{ }}', 'Falta el nombre del placeholder'],
    ['{{two words}}', 'El nombre de un placeholder solo lleva letras, cifras, «.», «-» y «_»'],
  ])('are reported with a reason: %s', (source, reason) => {
    expect(told(`a ${source} {{b}}`)).toEqual([`${source}: ${reason}: se enviará tal cual.`])
  })
})

describe('filters', () => {
  const others =
    'los hay de 0 a 8 decimales, miles, mayúsculas, minúsculas, fecha, hora, hace y o "—"'
  const quoted = 'Lo que se pone si no hay valor va entre comillas rectas, como o "—"'

  it.each([
    ['{{price | dos}}', `«dos» no es un filtro; ${others}`],
    ['{{price | 2 | upper}}', `«upper» no es un filtro; ${others}`],
    ['{{{price|miles de}}}', `«miles de» no es un filtro; ${others}`],
    ['{{price | 9}}', 'Los decimales van de 0 a 8'],
    ['{{price |}}', 'Falta el filtro detrás de «|»'],
    ['{{price || 2}}', 'Falta el filtro detrás de «|»'],
    ['{{price | o —}}', quoted],
    ['{{price | o “—”}}', quoted],
    ['{{price | o}}', quoted],
    ['{{price | o "a|b}}', quoted],
    [`{{price ${'| 2 '.repeat(11)}}}`, 'Caben 10 filtros como mucho'],
    ['{{two words | 2}}', 'El nombre de un placeholder solo lleva letras, cifras, «.», «-» y «_»'],
    ['{{#if price | 2}}', 'Se escribe {{#if nombre}}…{{/if}}, con un solo nombre'],
  ])('are reported as invalid in %s', (source, reason) => {
    expect(told(`a ${source} {{b}}`)).toEqual([`${source}: ${reason}: se enviará tal cual.`])
  })
})

const fragment = fc.constantFrom(
  ...['*', '**', '_', '~~', '||', '`', '```', '\n> ', '\n', '\r', '\\', '[', '](', ')', 'a.b', 'a'],
  ...['{{a | ', '|', ' | 2', ' | o "', '{{a | b}}', '{{a | 2}}'],
  ...['{{', '}}', '{', '}', '{{a}}', '{{{a}}}', '{{#if a}}', '{{/if}}', '{{else}}', ' ', '\ud83d'],
  ...[
    '<',
    '>',
    '<b>',
    '</b>',
    '<h1>',
    '<a href="',
    '<script>',
    '<!--',
    '&amp;',
    '<p>',
    '</p>',
    '"',
  ],
)

describe('checkTemplate', () => {
  it('always ends, and reports only spans of the template', () => {
    const text = fc.oneof(
      fc.array(fragment, { maxLength: 30 }).map(all => all.join('')),
      fc.string(),
    )
    const template = fc.oneof(
      text,
      text.map(inner => `<b>${inner}</b>`),
    )
    fc.assert(
      fc.property(template, content => {
        for (const { from, to } of checkTemplate(content)) {
          expect(from).toBeGreaterThanOrEqual(0)
          expect(to).toBeGreaterThan(from)
          expect(to).toBeLessThanOrEqual(content.length)
        }
      }),
    )
  })
})

describe('hostile templates', () => {
  const big = 65_536

  it.each([
    '{{a | "',
    '{{a | b}}',
    '| o "',
    '{{a}}*',
    '> *a\n',
    '>_*\n',
    '*a\n',
    '`a\n',
    '[a](b)',
    '<i>',
    '<a href="{{a}}">',
  ])('are checked in reasonable time when they repeat %j', unit => {
    const content = unit.repeat(big / unit.length)
    for (const variant of [content, `<${content}>`]) {
      expect(checkTemplate(variant).every(({ from, to }) => from < to)).toBe(true)
    }
  })

  it('are checked in reasonable time with a very long tag name', () => {
    expect(checkTemplate(`<${'b'.repeat(big)}`)).toEqual([])
  })
})
