import type { ExportFile } from '#shared/model/export-file.ts'

export type BrokenFile = { what: string; text: string; problem: string }

const NO_JSON = 'Formato JSON inválido.'
const NO_VERSION = 'Versión de formato de exportación faltante o inválida.'
const NO_ARRAYS =
  'El archivo de importación no tiene la estructura esperada (faltan arrays de datos).'
const newer = (version: number) =>
  `El archivo fue exportado con una versión más nueva (v${version}). Esta aplicación soporta hasta v1.`

const older = (version: number) =>
  `El archivo dice ser de la versión v${version}, y la primera es la v1. Expórtalo otra vez.`

/**
 * Every defect of a file that is reported to the user.
 * @param good a file with at least one connection, template and TV configuration
 */
export function brokenFiles(good: ExportFile): BrokenFile[] {
  const [connection] = good.connections
  const [template] = good.messageTemplates
  const [config] = good.tradingViewAlertConfigs
  const [widget] = good.dashboardWidgets
  const text = JSON.stringify(good)
  const broken = (what: string, over: object, problem: string): BrokenFile => ({
    what,
    text: JSON.stringify({ ...good, ...over }),
    problem,
  })
  const ofConnection = (what: string, over: object, problem: string) =>
    broken(what, { connections: [{ ...connection, ...over, name: 'Oro' }] }, problem)
  const nested = `${'['.repeat(200_000)}${']'.repeat(200_000)}`

  return [
    { what: 'cut off', text: text.slice(0, -20), problem: NO_JSON },
    { what: 'no JSON', text: '<html>no</html>', problem: NO_JSON },
    { what: 'a list', text: '[]', problem: NO_VERSION },
    { what: 'nothing', text: 'null', problem: NO_VERSION },
    { what: 'deep', text: nested, problem: NO_VERSION },
    {
      what: 'lists in its prototype',
      text: `{"exportFormatVersion":1,"__proto__":${text}}`,
      problem: NO_ARRAYS,
    },
    {
      what: 'a version in its prototype',
      text: `{"__proto__":${text},"constructor":{"prototype":${text}}}`,
      problem: NO_VERSION,
    },
    broken('no version', { exportFormatVersion: undefined }, NO_VERSION),
    broken('a version in words', { exportFormatVersion: '1' }, NO_VERSION),
    broken('a version before the first', { exportFormatVersion: 0 }, older(0)),
    broken('half a version', { exportFormatVersion: 0.5 }, older(0.5)),
    broken('a newer version', { exportFormatVersion: 2 }, newer(2)),
    {
      what: 'nothing but a newer version',
      text: '{"exportFormatVersion":1.5}',
      problem: newer(1.5),
    },
    broken('no list of connections', { connections: undefined }, NO_ARRAYS),
    broken('an object for a list', { messageTemplates: {} }, NO_ARRAYS),
    broken('no widgets', { dashboardWidgets: null }, NO_ARRAYS),
    broken(
      'too many connections',
      { connections: Array(200_000).fill(0) },
      'Como máximo 1.000 conexiones.',
    ),
    broken('an empty connection', { connections: [null] }, 'Conexión 1: Tiene que ser un objeto.'),
    broken(
      'a connection in the list of templates',
      { messageTemplates: [connection] },
      `Plantilla 1 («${connection?.name}»), Contenido: Falta.`,
    ),
    ofConnection(
      'no token',
      { telegramBotToken: undefined },
      'Conexión 1 («Oro»), Token de Bot: Falta.',
    ),
    ofConnection(
      'a bad token',
      { telegramBotToken: '12:abc' },
      'Conexión 1 («Oro»), Token de Bot: El token no tiene la forma de los de Telegram (123456789:AAE…). Cópialo entero desde @BotFather.',
    ),
    ofConnection(
      'a bad chat',
      { telegramChatId: 'mi grupo' },
      'Conexión 1 («Oro»), ID de Chat: El ID de chat es un número (-1001234567890 en grupos y canales) o el @nombre de un canal público.',
    ),
    ofConnection(
      'too many tags',
      { tags: [...'abcdefghijk'] },
      'Conexión 1 («Oro»), Etiquetas: Como máximo 10 etiquetas.',
    ),
    ofConnection(
      'an id that is an address',
      { id: '../login' },
      'Conexión 1 («Oro»), Identificador: Solo admite letras sin acento, números, guiones y guiones bajos (de 1 a 128).',
    ),
    ofConnection(
      'an endless id',
      { id: 'x'.repeat(129) },
      'Conexión 1 («Oro»), Identificador: Solo admite letras sin acento, números, guiones y guiones bajos (de 1 a 128).',
    ),
    ofConnection(
      'an overlong text',
      { description: 'x'.repeat(1_001) },
      'Conexión 1 («Oro»), Descripción: Como máximo 1000 caracteres.',
    ),
    broken(
      'a connection twice',
      { connections: [connection, { ...connection, name: 'Otra' }] },
      'Conexión 2 («Otra»): Tiene el mismo identificador que la número 1.',
    ),
    broken(
      'a template twice',
      { messageTemplates: [template, { ...template, name: 'Otra' }] },
      'Plantilla 2 («Otra»): Tiene el mismo identificador que la número 1.',
    ),
    broken(
      'a TV configuration twice',
      { tradingViewAlertConfigs: [config, { ...config, name: 'Otra' }] },
      'Configuración TV 2 («Otra»): Tiene el mismo identificador que la número 1.',
    ),
    broken(
      'a widget twice',
      { dashboardWidgets: [widget, { ...widget, name: 'Otro' }] },
      'Widget 2 («Otro»): Tiene el mismo identificador que el número 1.',
    ),
    broken(
      'too many TV configurations of a connection',
      {
        tradingViewAlertConfigs: Array.from({ length: 101 }, (_, n) => ({
          ...config,
          id: `v${n}`,
          name: 'Otra',
        })),
      },
      'Configuración TV 101 («Otra»): Una conexión puede tener como máximo 100 configuraciones.',
    ),
    broken(
      'a template without content, the last thing but one',
      { messageTemplates: [template, { id: 't', name: 'Vacía', content: ' \n' }] },
      'Plantilla 2 («Vacía»), Contenido: El nombre y el contenido de la plantilla son requeridos.',
    ),
  ]
}
