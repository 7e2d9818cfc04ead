import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const files = globSync('src/**/*.{ts,tsx,html}', { cwd: root })
const sources = files
  .filter(path => !path.endsWith('.test.ts'))
  .map(path => readFileSync(join(root, path), 'utf8'))
  // Drop comments: texts quoted there are on no screen.
  .map(source => source.replace(/^\s*(\/\/|\/?\*).*$/gm, '').replace(/\s+/g, ' '))

/** Texts of the specification, verbatim; `{}` is any value. */
const specified = {
  shell: `
    Verificando sesión...
    Iniciando Pregonero
    Cargando tus datos...
    Iniciar Sesión
    Panel: {}
    Limpiar Vista
    Panel
    Historial de Alertas
    Conexiones
    Plantillas
    Generador Alertas TV
    Gestión de Etiquetas
    Registro de Errores
    Configuración
    Documentación
    Cerrar Sesión
    atrás
    Marcar Todas Como Leídas
    Limpiar Leídas
    No tienes notificaciones.`,
  dashboard: `
    Entendido, llévame a mi Dashboard
    Personalizar Panel
    Panel Vacío
    Ver Panel
    ...y {} más
    Crear Primera Conexión
    Restablecer Predeterminado
    Cerrar`,
  history: `
    Limpiar Fechas
    Eliminar Seleccionadas ({})
    Eliminar +{} Días`,
  connections: `
    Conexiones de Telegram
    Añadir Nueva Conexión
    Por favor, crea una plantilla primero.
    Filtrar por etiqueta...
    Plantilla no encontrada
    Generar JSON para TradingView
    Ver Panel Específico
    Probar
    Editar
    Eliminar
    Confirmar Eliminación de Conexión
    Añadir Nueva Conexión de Telegram
    Editar Conexión de Telegram
    Nombre de Conexión
    Token de Bot
    ID de Chat
    Plantilla de Mensaje
    Generador de Payload JSON para TradingView
    Copiar JSON
    Panel Específico: {}
    Volver a Conexiones
    Activa
    Inactiva
    Cargando datos de la conexión...
    Conexión con ID {} no encontrada.`,
  templates: `
    Plantillas de Mensajes
    Crear Nueva Plantilla
    Utilizada por {} conexión(es).
    Cancelar
    Guardar Plantilla
    Actualizar Plantilla
    Señal Básica de TradingView`,
  tvConfigs: `
    Generador de Alertas para TradingView
    Crear Nueva Configuración
    Todas las Conexiones
    Desconocida
    Generar JSON para TV
    Clonar
    Guardar Configuración
    Actualizar Configuración
    Copia de {}
    CONNECTION_ID_MISSING
    YOUR_PINE_VARIABLE_FOR_{}`,
  tagsAndLog: `
    Renombrar
    Renombrar Etiqueta
    Nuevo Nombre para la Etiqueta
    Registro de Errores del Sistema
    Todas
    Críticas
    No Críticas
    Limpiar Antiguos (+{} días)
    Limpiar Todo el Registro`,
  settings: `
    ¡Detalles de cuenta actualizados!
    ¡Preferencias guardadas!
    Importar/Exportar Datos
    Exportar Todas las Configuraciones (.json)
    Importar Configuraciones
    Confirmar Importación
    Sí, Reemplazar Todo
    Toda la configuración ha sido reiniciada.`,
  validation: `
    Por favor, selecciona una plantilla de mensaje.
    No hay plantillas de mensajes disponibles. Por favor, crea una plantilla primero en la sección "Plantillas".
    Se requieren los siguientes campos: {}.
    User not authenticated
    Por favor, selecciona un archivo JSON válido.
    Por favor, selecciona un archivo para importar.
    Versión de formato de exportación faltante o inválida.
    El archivo fue exportado con una versión más nueva (v{}). Esta aplicación soporta hasta v{}.
    El archivo de importación no tiene la estructura esperada (faltan arrays de datos).
    El nombre y el contenido de la plantilla son requeridos.
    El JSON de ejemplo no es válido. Por favor, corrígelo o vacíalo antes de guardar.
    Error: JSON de ejemplo inválido.
    El nombre y la conexión de Pregonero son requeridos.`,
  errors: `
    Correo electrónico o contraseña incorrectos.
    El formato del correo electrónico es inválido.
    Demasiados intentos fallidos. Por favor, inténtalo más tarde.
    Error al iniciar sesión. Por favor, inténtalo de nuevo.
    No se puede eliminar la última plantilla si está en uso.
    Error: Widget {} no encontrado
    No se pudo cargar este widget.
    Error al procesar el archivo: {}
    Formato JSON inválido.
    Error al leer el archivo.
    Error de prueba: Plantilla no encontrada (ID: {}) para conexión "{}".
    Fallo Prueba de Conexión
    Error al enviar mensaje a {}. Verifica la configuración.
    Error al enviar mensaje de prueba a "{}".
    No se pudo enviar mensaje de prueba a "{}".
    Mensaje de prueba (plantilla "{}") enviado a {}.
    {} copiada al portapapeles!
    Error al copiar {}. Revisa la consola.
    ¡JSON copiado al portapapeles!
    ¡URL del Webhook copiada al portapapeles!
    Error al clonar: No hay conexiones {} disponibles.
    Conexión original no encontrada. Asignada: "{}". Verifica y ajusta.
    Error al clonar: No se puede asignar una conexión válida.
    Fallo envío {} Reintentando...
    Envío para {}: Fallo definitivo
    Could not find root element to mount to`,
  toasts: `
    Conexión "{}" añadida.
    Conexión "{}" actualizada.
    Conexión eliminada.
    Plantilla creada.
    Plantilla actualizada.
    Plantilla eliminada. Conexiones reasignadas a "{}".
    ¡Plantilla actualizada correctamente!
    ¡Nueva plantilla creada correctamente!
    ¡Plantilla eliminada!
    Alerta {} recibida, procesando...
    {} alerta(s) eliminada(s).
    {} alerta(s) antigua(s) eliminada(s).
    Notificaciones leídas limpiadas.
    Diseño del panel restablecido.
    Datos importados correctamente.
    Etiqueta renombrada de "{}" a "{}".
    Etiqueta "{}" eliminada.
    Registro de errores limpiado.
    Registro de errores depurado.
    Configuración de Alerta TV creada.
    Configuración de Alerta TV actualizada.
    Configuración de Alerta TV eliminada.
    ¡Configuración de Alerta TV actualizada!
    ¡Nueva Configuración de Alerta TV creada!
    ¡Configuración de Alerta TV "{}" eliminada!
    ¡Configuraciones exportadas exitosamente!
    ¡Configuración inicial completada! Bienvenido a tu panel.`,
}

/** Specified texts that are not used, with their replacements. */
const otherwise = {
  // One toast per action: templates are deleted only on their own screen, which has its own
  // wording.
  'Plantilla "{}" eliminada.': '¡Plantilla eliminada!',
}

describe('the specification’s texts', () => {
  it.each(Object.entries(specified).map(([of, texts]) => [of, linesOf(texts)] as const))(
    'for %s occur verbatim in the sources',
    (_, texts) => {
      expect(texts.filter(text => !isSaid(text))).toEqual([])
    },
  )

  it.each(Object.entries(otherwise))('%s is replaced by another wording', (text, instead) => {
    expect(isSaid(text)).toBe(false)
    expect(isSaid(instead)).toBe(true)
  })

  it('match only as a whole', () => {
    expect(isSaid('Conexión "{}" añadido.')).toBe(false)
    expect(isSaid('No hay textos así.')).toBe(false)
  })
})

/** True if one file contains all parts of a text in a row, with 1 to 80 characters for each value. */
function isSaid(text: string): boolean {
  const parts = text.split('{}').filter(Boolean).map(RegExp.escape)
  const pattern = new RegExp(parts.join('.{1,80}?'))
  return sources.some(source => pattern.test(source))
}

const linesOf = (texts: string): string[] =>
  texts
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)
