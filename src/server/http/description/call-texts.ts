import type { contract } from '#shared/contract/contract.ts'

export type CallText = {
  summary: string
  /** Markdown. */
  description?: string
  /** Example of a body, valid if the items that it names exist. */
  example?: unknown
}

type Contract = typeof contract

/** Section title of each noun's calls in the API reference. */
export const nounTexts: Record<keyof Contract, string> = {
  connections: 'Conexiones',
  addresses: 'Direcciones de webhook',
  alerts: 'Historial de alertas',
  queue: 'En espera',
  templates: 'Plantillas',
  tvConfigs: 'Generador de alertas TV',
  telegram: 'Telegram',
  chatLinks: 'Conectar un chat con un enlace',
  tags: 'Etiquetas',
  stats: 'Cifras',
  errorLogs: 'Registro de errores',
  failures: 'Fallos por causa',
  watch: 'Vigía',
  heartbeats: 'Latidos',
  reconciliation: 'Conciliación',
  diagnosis: 'Diagnóstico',
  notifications: 'Notificaciones',
  events: 'Cambios en directo',
  dashboard: 'Panel',
  profile: 'Perfil y preferencias',
  secondFactor: 'Verificación en dos pasos',
  sessions: 'Sesiones',
  passkeys: 'Llaves de acceso',
  tokens: 'Tokens de API',
  accountEvents: 'Actividad de la cuenta',
  data: 'Exportar, importar y restablecer',
  registration: 'Alta de cuentas',
}

const asOftenAsLeft =
  'Como máximo 500 por petición: mientras `left` no sea 0, repite la misma petición.'

const selected = {
  filter: { connectionId: 'oro-h1', status: 'failed' },
  before: '2026-11-19T15:30:00.000Z',
}

/**
 * Texts about each call in the API reference, in Spanish like everything shown. Kept apart from the contract,
 * which the dashboard loads.
 */
export const callTexts: {
  [Noun in keyof Contract]: { [Verb in keyof Contract[Noun]]: CallText }
} = {
  connections: {
    list: {
      summary: 'Lista tus conexiones',
      description: 'Ordenadas por nombre, cada una con sus cifras y con lo que la tiene en apuros.',
    },
    create: {
      summary: 'Crea una conexión',
      description:
        'Responde con su `webhookUrl`, la dirección a la que envía TradingView. Sin `templateId` usa la primera plantilla. Para duplicar una conexión sin conocer su token, deja `telegramBotToken` fuera y nombra la original en `copyTokenOf`.',
      example: {
        name: 'Oro H1',
        telegramBotToken: '123456789:AAExampleExampleExampleExampleExamp',
        telegramChatId: '-1001234567890',
        tags: ['oro'],
      },
    },
    read: { summary: 'Lee una conexión' },
    update: {
      summary: 'Cambia una conexión',
      description:
        'Lo que no se nombra queda como está. Con `version`, un cambio que llegó entretanto se responde con `EDIT_CONFLICT`; sin ella vale lo último que se escribe.',
      example: { name: 'Oro H1 (Londres)', isActive: false },
    },
    remove: {
      summary: 'Elimina una conexión',
      description:
        'Sus direcciones responden 404 desde entonces y lo que esperaba no se envía. Las alertas que ya llegaron siguen en el historial; sus configuraciones del generador se eliminan.',
    },
    test: {
      summary: 'Envía un mensaje de prueba',
      description:
        'Rellena la plantilla con valores de prueba y la envía al chat en el momento. `ok` dice si llegó; `message`, lo que se muestra; `reason`, qué hacer.',
    },
    stats: {
      summary: 'Cuánto tardan sus entregas',
      description:
        'Desde que llegó la alerta hasta la respuesta de Telegram, de las últimas entregas.',
    },
    payload: {
      summary: 'El JSON para TradingView',
      description:
        'Lo que va en el campo «Mensaje» de la alerta: un valor para cada marcador de la plantilla.',
    },
    arrivals: {
      summary: 'Lo que le acaba de llegar',
      description:
        'Lo más nuevo primero, 20 como máximo: las alertas que se admitieron (`kind` `taken`), con cómo se leyeron y qué les falta para la plantilla, y los webhooks que se rechazaron (`refused`). `advice` dice qué cambiar. Envía el `asOf` de una respuesta como `since` y verás solo lo que llegue después. Un webhook a una dirección que no existe se responde con 404 y no es de ninguna cuenta: aquí no aparece.',
    },
  },
  addresses: {
    list: {
      summary: 'Lista las direcciones de una conexión',
      description: 'La más nueva primero: esa es la `webhookUrl` de la conexión.',
    },
    create: {
      summary: 'Añade una dirección',
      description: 'Las anteriores siguen valiendo hasta que las elimines. Cinco como máximo.',
    },
    remove: {
      summary: 'Elimina una dirección',
      description:
        'Los webhooks que le lleguen se responden con 404, y nadie puede volver a usarla. Lo que llegó por ella se queda.',
    },
  },
  alerts: {
    list: {
      summary: 'Busca en el historial',
      description:
        'Una página de todo el historial. `asOf` es el instante del que habla la página: envíalo como `before` al reenviar o eliminar, para no tocar lo que llegó después. Una búsqueda, y un orden por alerta o conexión, llegan hasta 10.000, las más recientes; `more` dice que hay más.',
    },
    recent: { summary: 'Las últimas alertas', description: 'Las más nuevas primero.' },
    read: {
      summary: 'Lee una alerta',
      description: 'Lo que llegó, el mensaje que se hizo con ello y su recorrido.',
    },
    resend: {
      summary: 'Reenvía una alerta',
      description:
        'Una alerta fallida recibe un mensaje nuevo y va al final de la cola de su chat. Una que todavía espera queda como está, y una que ya se entregó solo se reenvía con `delivered: true`: el chat la tendrá dos veces.',
      example: { delivered: true },
    },
    resendMany: {
      summary: 'Reenvía las fallidas de una selección',
      description: `De la más antigua a la más nueva. ${asOftenAsLeft} Las de conexiones inactivas o eliminadas quedan como están, y ninguna se reenvía dos veces con el mismo \`before\`.`,
      example: selected,
    },
    deleteMany: {
      summary: 'Elimina una selección',
      description: `Lo que todavía esperaba ya no se envía. ${asOftenAsLeft}`,
      example: selected,
    },
    purge: {
      summary: 'Elimina las antiguas',
      description: asOftenAsLeft,
      example: { olderThanDays: 30 },
    },
  },
  queue: {
    list: {
      summary: 'Lo que espera, por chat',
      description: 'Cuántas alertas, desde cuándo y por qué; 25 chats por página.',
    },
    place: {
      summary: 'Por qué espera una alerta',
      description: '`null` cuando ya no espera.',
    },
    pause: {
      summary: 'Pausa un chat, o todos',
      description:
        'No sale nada más hasta que sigas; lo que ya iba de camino llega. Con `connectionId`, el chat de esa conexión; sin él ni `laneId`, todos los chats.',
      example: { laneId: '123456789:-1001234567890' },
    },
    resume: {
      summary: 'Sigue con un chat, o con todos',
      description:
        'Sin `laneId` ni `connectionId` siguen todos, también los que se pausaron uno a uno. `paused` dice si el chat sigue en pausa porque lo están todos.',
      example: { laneId: '123456789:-1001234567890' },
    },
    count: {
      summary: 'Cuántas se descartarían',
      description: 'Lo que espera desde `before` o desde antes.',
    },
    drop: {
      summary: 'Descarta lo que espera',
      description:
        'Lo que espera desde `before` o desde antes no se envía: falla, y se puede reenviar. Sin `laneId`, de todos los chats.',
      example: { laneId: '123456789:-1001234567890', before: '2026-11-19T15:30:00.000Z' },
    },
  },
  templates: {
    list: { summary: 'Lista tus plantillas', description: 'Ordenadas por nombre.' },
    create: {
      summary: 'Crea una plantilla',
      example: { name: 'Breve', content: '**{{symbol}}** {{side}} a {{price}}' },
    },
    read: { summary: 'Lee una plantilla' },
    update: {
      summary: 'Reemplaza una plantilla',
      description:
        'Vale desde el siguiente mensaje que se haga. Con `version`, un cambio que llegó entretanto se responde con `EDIT_CONFLICT`.',
      example: { name: 'Breve', content: '{{side}} **{{symbol}}** a {{price}}', version: 1 },
    },
    remove: {
      summary: 'Elimina una plantilla',
      description:
        'Las conexiones que la usaban pasan a la primera de las otras, cuyo nombre da `reassignedTo`.',
    },
    trial: {
      summary: 'Prueba un contenido',
      description:
        'Cómo le iría con lo último que llegó: a las conexiones de la plantilla `id`, o a todas.',
      example: { content: '**{{symbol}}** {{side}} a {{price}}' },
    },
    examples: {
      summary: 'La última alerta de cada plantilla',
      description:
        'De cada plantilla, lo último que llegó a una de sus conexiones y era JSON. Las que no tienen nada faltan.',
      example: { ids: ['default-signal', 'simple-alert'] },
    },
    samples: {
      summary: 'Lo que llegó de verdad',
      description: 'Datos recibidos con los que escribir una plantilla, y las claves que tienen.',
    },
  },
  tvConfigs: {
    list: { summary: 'Lista tus configuraciones', description: 'Ordenadas por nombre.' },
    create: {
      summary: 'Crea una configuración',
      example: {
        name: 'Cruce de medias',
        connectionId: 'oro-h1',
        templateFields: { symbol: '{{ticker}}', side: 'buy', price: '{{close}}' },
        tradingViewConditionNotes: 'EMA 20 cruza EMA 50 hacia arriba',
        tradingViewFrequencyNotes: 'Una vez por barra, al cierre',
      },
    },
    read: { summary: 'Lee una configuración' },
    update: {
      summary: 'Reemplaza una configuración',
      description: 'Con `version`, un cambio que llegó entretanto se responde con `EDIT_CONFLICT`.',
      example: {
        name: 'Cruce de medias',
        connectionId: 'oro-h1',
        templateFields: { symbol: '{{ticker}}', side: 'sell', price: '{{close}}' },
      },
    },
    remove: { summary: 'Elimina una configuración' },
    renew: {
      summary: 'Renovada: caduca 30 o 60 días más tarde',
      description:
        'Contados desde su fecha de caducidad o, si ya pasó, desde hoy. Antes, renueva la alerta en TradingView. Con `expiresOn`, otra fecha que llegó entretanto se responde con `EDIT_CONFLICT`.',
      example: { days: 30 },
    },
    payload: {
      summary: 'El JSON para TradingView',
      description: 'El identificador de la conexión y los campos guardados.',
    },
  },
  telegram: {
    bot: {
      summary: '¿De quién es este token?',
      description: 'Con `botToken`, o con `connectionId` para el token que guarda una conexión.',
      example: { connectionId: 'oro-h1' },
    },
    chats: {
      summary: '¿Qué chats ha visto el bot?',
      description: 'Los de las últimas 24 horas, el último del que se supo primero.',
      example: { connectionId: 'oro-h1' },
    },
    chat: {
      summary: '¿Es correcto este chat?',
      description: 'Si el bot lo conoce, y el número con el que lo conoce Telegram.',
      example: { connectionId: 'oro-h1', chatId: '-1001234567890' },
    },
  },
  chatLinks: {
    create: {
      summary: 'Escucha al bot para saber a qué chat escribir',
      description:
        'Durante diez minutos como máximo. Con el `code` se abren los enlaces: `https://t.me/BOT?start=CODE` para un chat privado, `?startgroup=CODE` para un grupo, `?startchannel&admin=post_messages` para un canal. Un enlace nuevo del mismo bot termina el anterior.',
      example: { connectionId: 'oro-h1' },
    },
    read: {
      summary: '¿Qué se sabe ya del chat?',
      description:
        'Pregúntalo cada segundo. `found`: el bot puede escribir ahí y su primer mensaje ya está en el chat. `trouble`: qué pasa y qué hacer; sigue solo en cuanto se arregla.',
    },
    confirm: {
      summary: 'Es este chat',
      description: 'Uno de los que nombra `confirm`, a los que añadieron al bot entretanto.',
      example: { chatId: '-1001234567890' },
    },
    retry: { summary: 'Vuelve a intentarlo ya' },
    removeWebhook: {
      summary: 'Quita el webhook de otro programa',
      description:
        'Ese programa deja de recibir lo que se escribe al bot. Lo que estaba pendiente no se pierde.',
    },
    play: {
      summary: 'Hace como si se hubiera pulsado en Telegram',
      description: 'Solo con envíos simulados.',
      example: { place: 'private' },
    },
    close: { summary: 'Deja de escuchar' },
  },
  tags: {
    list: { summary: 'Lista las etiquetas', description: 'Con cuántas conexiones lleva cada una.' },
    rename: {
      summary: 'Cambia el nombre de una etiqueta',
      description: 'En todas las conexiones a la vez.',
      example: { name: 'metales' },
    },
    remove: {
      summary: 'Elimina una etiqueta',
      description: 'De todas las conexiones a la vez; las conexiones se quedan.',
    },
  },
  stats: {
    summary: {
      summary: 'El resumen del Panel',
      description: 'Los días son los del calendario de `tz`.',
    },
    trend: {
      summary: 'Alertas por día o por semana',
      description: 'Los últimos 7 o 30 días, o 12 semanas, sin huecos; el actual va al final.',
    },
    byConnection: {
      summary: 'Alertas por conexión',
      description:
        'De los últimos siete días, la que más tiene primero; sin las que no tienen ninguna.',
    },
    weeks: {
      summary: 'La última semana de cada conexión',
      description:
        'De cada día, hoy el último, cuántas alertas llegaron y cuántas fallaron; y cuánto tardó la mitad de las 20 últimas entregas.',
    },
  },
  watch: {
    list: {
      summary: 'Lista las alertas vigiladas',
      description:
        'Como máximo 1000: primero lo que pide que lo mires, después por nombre. `falls` dice cuántos avisos de caída hubo en 30 días y cuántos corregiste con «Era normal».',
    },
    read: { summary: 'Lee una alerta vigilada, con sus últimos disparos y avisos' },
    summary: { summary: 'Cuántas alertas vigiladas piden que las mires' },
    silence: {
      summary: 'Silencia una alerta vigilada',
      description:
        'Se sigue juzgando, pero sus avisos quedan en la pantalla: `hour`, `tomorrow`, `always`; `none` lo termina.',
      example: { period: 'hour' },
    },
    wasNormal: {
      summary: 'Era normal: corrige un aviso de caída',
      description: 'Vigía aprende de ello y espera más la próxima vez. Una vez por aviso.',
      example: { alarmId: '01993f2a-7c1e-7000-8a6b-2f1d3c4b5a69' },
    },
    remove: {
      summary: 'Deja de vigilar una alerta',
      description:
        'Para una que ya no existe en TradingView. Si vuelve a dispararse, empieza de nuevo.',
    },
    alarms: { summary: 'Lista los últimos 200 avisos, el más nuevo primero' },
    settings: { summary: 'Lee los ajustes de Vigía' },
    updateSettings: {
      summary: 'Cambia los ajustes de Vigía',
      description: 'Lo que no se nombra queda como está.',
      example: { connectionId: 'avisos', alarms: true, summaryTime: '08:00' },
    },
    test: {
      summary: 'Envía un aviso de prueba',
      description: 'Sale como un aviso de verdad, por la conexión elegida.',
    },
  },
  heartbeats: {
    list: { summary: 'Lista tus latidos' },
    create: {
      summary: 'Crea un latido',
      description:
        'Responde con la `url` a la que TradingView lo envía y con el `message` para su campo de mensaje. La misma dirección responde a GET con 200 o 503.',
      example: { name: 'BTC cada 5 minutos', everyMinutes: 5 },
    },
    update: {
      summary: 'Cambia un latido',
      description: 'Con otro intervalo, se juzga desde el próximo que llegue.',
      example: { name: 'BTC cada 15 minutos', everyMinutes: 15 },
    },
    silence: { summary: 'Silencia un latido', example: { period: 'tomorrow' } },
    remove: { summary: 'Elimina un latido', description: 'Su dirección deja de existir.' },
  },
  reconciliation: {
    compare: {
      summary: 'Compara el registro de alertas de TradingView con tu historial',
      description:
        'Recibe las filas del registro resumidas en bytes, como las prepara la página, y responde con el veredicto de cada una. No guarda nada de ellas.',
    },
  },
  failures: {
    list: {
      summary: 'Agrupa por causa lo que no se entregó',
      description:
        'De tus conexiones activas, primero las causas que siguen. Cuenta lo de las últimas 24 horas y, si la causa sigue, todo desde la última entrega: hasta 1.000 de cada conexión, y `more` dice si hay más. Lo descartado de la espera no cuenta.',
    },
    resend: {
      summary: 'Reenvía lo que no se entregó por una causa',
      description: `De la más antigua a la más nueva. ${asOftenAsLeft}`,
      example: {
        cause: 'bot_kicked:ana:123456789:-1001234567890',
        before: '2026-11-19T15:30:00.000Z',
      },
    },
  },
  errorLogs: {
    list: {
      summary: 'Busca en el registro',
      description: 'Una página de todo el registro; guarda las 10.000 entradas más nuevas.',
    },
    purge: { summary: 'Elimina las entradas antiguas', example: { olderThanDays: 30 } },
    clear: { summary: 'Vacía el registro' },
  },
  diagnosis: {
    read: {
      summary: '¿Pueden llegar y salir las alertas?',
      description:
        'La dirección pública, Telegram y tus bots, cada cosa con su remedio. Tarda unos segundos.',
    },
  },
  notifications: {
    list: { summary: 'Las 50 más nuevas' },
    markRead: { summary: 'Marca una como leída' },
    markAllRead: { summary: 'Marca todas como leídas' },
    clearRead: { summary: 'Elimina las leídas' },
  },
  events: {
    stream: {
      summary: 'Escucha lo que cambia',
      description:
        'Eventos enviados por el servidor (SSE) hasta que se cierra la sesión: `changed` nombra las colecciones que hay que volver a pedir, `toast` trae un aviso. Con `alerts=true` no hay avisos: `changed` cuenta también qué ha sido de las alertas. Aquí no se puede probar, porque la respuesta no termina; con curl: `curl -N`.',
    },
  },
  dashboard: {
    read: { summary: 'Lee la disposición', description: 'La guardada, o la de fábrica.' },
    replace: {
      summary: 'Guarda la disposición',
      description: 'Los widgets que no se nombran van detrás.',
      example: {
        widgets: [
          { id: 'ALERTS_TREND_CHART', name: 'Tendencia de alertas', isVisible: true, order: 0 },
        ],
      },
    },
    reset: { summary: 'Vuelve a la disposición de fábrica' },
  },
  profile: {
    read: { summary: 'Quién eres' },
    update: {
      summary: 'Cambia tus preferencias',
      description:
        'Lo que no se nombra queda como está. Los primeros pasos, una vez dados, quedan dados.',
      example: { notificationsEnabled: true, historyDays: 365 },
    },
  },
  secondFactor: {
    read: {
      summary: 'Si iniciar sesión pide un código',
      description: 'Desde cuándo, y cuántos códigos de recuperación quedan por usar.',
    },
    setUp: {
      summary: 'Empieza a activarlo',
      description:
        'Responde con el secreto para la aplicación de códigos. No queda guardado nada hasta que llega el primer código.',
    },
    turnOn: {
      summary: 'Lo activa con el primer código',
      description:
        'Responde con diez códigos de recuperación, que no se pueden volver a leer, y cierra las demás sesiones. Si el código es de otro momento, el mensaje dice cuánto se desvía el reloj del móvil.',
      example: { setUp: 'v1.…', code: '123456' },
    },
    makeRecoveryCodes: {
      summary: 'Crea otros códigos de recuperación',
      description: 'Los anteriores dejan de valer.',
    },
    turnOff: {
      summary: 'Lo quita',
      description:
        'Desde entonces basta la contraseña. Los códigos de recuperación dejan de valer.',
    },
  },
  sessions: {
    list: {
      summary: 'Dónde tienes la sesión abierta',
      description: 'Este navegador primero, después la más nueva.',
    },
    end: { summary: 'Cierra una sesión', description: 'Ese navegador queda fuera en el momento.' },
    endOthers: {
      summary: 'Cierra todas las demás sesiones',
      description: 'Los demás navegadores quedan fuera en el momento; este sigue.',
    },
  },
  passkeys: {
    site: {
      summary: 'Dónde valen las llaves de acceso',
      description: 'La dirección pública de esta instalación: en otra no se pueden usar.',
    },
    list: { summary: 'Tus llaves de acceso', description: 'La más antigua primero.' },
    rename: { summary: 'Da otro nombre a una llave de acceso', example: { name: 'Móvil' } },
    remove: {
      summary: 'Elimina una llave de acceso',
      description: 'Ya no abre nada. Las sesiones que abrió siguen abiertas.',
    },
  },
  tokens: {
    list: {
      summary: 'Lista tus tokens',
      description: 'El más nuevo primero, también los caducados. De cada uno, solo cómo acaba.',
    },
    create: {
      summary: 'Crea un token',
      description:
        'Con `read` solo lee: las llamadas `GET`, el flujo de eventos y las descargas. Con `all` hace todo lo que se puede hacer con un token. **`token` solo viene en esta respuesta**: lo que se guarda es su SHA-256. Como máximo 50 por cuenta.',
      example: {
        name: 'Copia de cada noche',
        scope: 'read',
        expiresAt: '2027-02-21T00:00:00.000Z',
      },
    },
    remove: {
      summary: 'Elimina un token',
      description: 'Deja de valer en el momento, y sus flujos de eventos se cierran.',
    },
  },
  accountEvents: {
    list: {
      summary: 'Qué ha pasado en tu cuenta',
      description:
        'Quién ha entrado, quién lo ha intentado y qué se ha cambiado, lo más nuevo primero: lo de los últimos 90 días. Los fallos de una misma red en un día son una sola fila, que dice cuántos.',
    },
  },
  data: {
    exportAll: {
      summary: 'Exporta la configuración',
      description:
        'Conexiones, plantillas, configuraciones y Panel. **El archivo lleva los tokens de tus bots**: guárdalo bajo llave.',
    },
    previewImport: {
      summary: 'Qué direcciones cambia una importación',
      description:
        'De los ids de webhooks de un archivo, los que al importarlo se cambian por otros nuevos: los que ya usa otra cuenta, y los que son tan cortos que se podrían adivinar. `dropped` nombra las conexiones con una dirección en uso que el archivo no trae. No cambia nada.',
      example: { webhookIds: ['k3Jq8vX2mZ0aB5cD7eF9gH'] },
    },
    importAll: {
      summary: 'Importa una configuración',
      description:
        '**Reemplaza toda tu configuración** por la del archivo, o no cambia nada. El registro de errores se vacía; las alertas y las notificaciones se quedan. `renamed` nombra las conexiones que tienen una dirección nueva.',
      example: {
        exportFormatVersion: 1,
        exportedAt: '2026-11-19T15:30:00.000Z',
        connections: [],
        messageTemplates: [{ id: 'breve', name: 'Breve', content: '{{symbol}} {{price}}' }],
        tradingViewAlertConfigs: [],
        dashboardWidgets: [],
      },
    },
    reset: {
      summary: 'Elimina todo',
      description:
        '**Elimina todo lo tuyo, también el historial**, y deja lo que tiene una cuenta nueva. La contraseña y las sesiones siguen igual; los tokens de API, y la verificación en dos pasos con las llaves de acceso, solo terminan si se pide. No se puede deshacer.',
      example: { tokens: true, factors: false },
    },
  },
  registration: {
    read: {
      summary: '¿Quién puede crear una cuenta?',
      description:
        '`with-code`: mientras no hay ninguna, quien tenga el código que muestra el arranque. Después, `open` (cualquiera) o `closed`.',
    },
    create: {
      summary: 'Crea una cuenta',
      description: 'Con las diez plantillas de fábrica. La sesión se inicia después.',
      example: { email: 'marta@example.com', name: 'Marta', password: 'la-que-solo-tu-sabes' },
    },
  },
}
