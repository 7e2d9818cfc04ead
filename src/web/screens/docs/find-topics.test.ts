import { describe, expect, it } from 'vitest'
import { docsSections } from './docs-sections.ts'
import { findTopics, pathTo, searchWords, slugsOf, textOf, topicCountLine } from './find-topics.ts'

const found = (search: string) => slugsOf(findTopics(docsSections, searchWords(search)))

describe('the documentation', () => {
  it('has every required section', () => {
    expect(docsSections.map(({ slug }) => slug)).toEqual([
      'introduccion',
      'navegacion',
      'conexiones',
      'tradingview',
      'prueba',
      'plantillas',
      'entrega',
      'vigia',
      'seguridad',
      'preguntas',
    ])
  })

  it('answers every required question', () => {
    expect(pathTo(docsSections, 'no-llegan')).toEqual(['preguntas', 'no-llegan'])
    expect(slugsOf(docsSections)).toEqual(
      expect.arrayContaining([
        'no-llegan',
        'placeholders-sin-sustituir',
        'formato',
        'html',
        'campos-de-mas',
        'varias-alertas',
        'connection-id',
        'no-se-rellenan',
        'id-de-chat',
        'supergrupo',
        'rafagas',
        'mensajes-largos',
        'texto-sin-formato',
        'simulado',
        'movil-perdido',
        'sin-codigos',
        'llave-de-otra-direccion',
        'confirmar',
        'token-rechazado',
        'teclado',
        'en-el-movil',
        'en-vivo',
        'por-que-avisa',
        'por-que-no-aviso',
        'limite',
      ]),
    )
  })

  it.each([
    [
      'conexiones',
      'nombre activa inactiva token chat plantilla descripción etiquetas webhook json',
    ],
    [
      'navegacion',
      'panel historial conexiones plantillas generador etiquetas errores configuración',
    ],
    [
      'tradingview',
      'abre diálogo condición opciones notificaciones casilla url webhook mensaje crear',
    ],
    ['plantillas', 'condicionales bucles no están soportados sustitución directa markdown html'],
    ['no-se-rellenan', 'connection_name alert_name timestamp tradingview nunca'],
    ['entrega', 'orden reintentos juntas fallo ⏱ llegó min tarde'],
    ['entrega', 'causa 41 sin entregar editar probar reenviar parece resuelto dos veces'],
    ['teclado', '? ctrl k g / n j x r intro desactivan configuración'],
    ['en-el-movil', 'pulgar panel historial conexiones buscar añadir a pantalla de inicio'],
    ['vigia', 'viva tarde callada caducada silenciada latido resumen otro bot'],
    ['por-que-avisa', 'falta tardado era normal festivo'],
    ['en-vivo', 'siguiendo fijar nuevas avisos campana notificaciones'],
  ])('says in «%s»: %s', (slug, search) => {
    expect(found(search)).toContain(slug)
  })

  it('gives each topic a unique slug of lower-case words', () => {
    const slugs = slugsOf(docsSections)
    expect(new Set(slugs).size).toBe(slugs.length)
    expect(slugs.filter(slug => !/^[a-z]+(-[a-z]+)*$/.test(slug))).toEqual([])
  })

  it('links only to topics that exist', () => {
    const slugs = slugsOf(docsSections)
    const linked = docsSections.flatMap(({ content, questions = [] }) =>
      [content, ...questions.map(one => one.content)].flatMap(linkedSlugs),
    )
    expect(linked.length).toBeGreaterThan(10)
    expect(linked.filter(slug => !slugs.includes(slug))).toEqual([])
  })
})

describe('a search in the documentation', () => {
  it('requires each word, in any case and order', () => {
    expect(found('SUPERGRUPO')).toEqual(['preguntas', 'supergrupo'])
    expect(found('adivinar imposible')).toEqual(found('  Imposible   ADIVINAR '))
    expect(found('adivinar imposible')).toEqual(['preguntas', 'secreto'])
    expect(found('supergrupo adivinar')).toEqual([])
  })

  it('returns all topics for a blank search', () => {
    expect(found('   ')).toEqual(slugsOf(docsSections))
  })

  it('finds all questions by the words of their section', () => {
    expect(found('preguntas frecuentes')).toHaveLength(
      1 + (docsSections.at(-1)?.questions?.length ?? 0),
    )
  })

  it('counts the topics that it found', () => {
    const all = topicCountLine(docsSections, docsSections)
    const withQuestions = docsSections.filter(({ questions }) => questions)
    expect(withQuestions.map(({ slug }) => slug)).toEqual([
      'navegacion',
      'plantillas',
      'vigia',
      'seguridad',
      'preguntas',
    ])
    expect(all).toBe(`${slugsOf(docsSections).length - withQuestions.length} apartados`)
    expect(topicCountLine(docsSections, findTopics(docsSections, ['supergrupo']))).toBe(
      `1 de ${all}`,
    )
  })

  it('reads the text of elements without their markup', () => {
    const [introduction] = docsSections
    expect(textOf(introduction?.content)).toContain('Qué ganas con Pregonero')
    expect(textOf(introduction?.content)).not.toContain('object')
  })
})

/** Slugs of the topics that a content links to. */
function linkedSlugs(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(linkedSlugs)
  if (typeof node !== 'object' || node === null || !('props' in node)) return []
  const { slug, children } = node.props as { slug?: string; children?: unknown }
  return [...(slug === undefined ? [] : [slug]), ...linkedSlugs(children)]
}
