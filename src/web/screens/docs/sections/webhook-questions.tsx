import { TextLink } from '#web/ui/links.tsx'
import type { DocsTopic } from '../docs-topic.ts'
import { TopicLink } from '../topic-link.tsx'

/** Questions about the webhook address. */
export const webhookQuestions: readonly DocsTopic[] = [
  {
    slug: 'varias-alertas',
    title: '¿Puedo usar una conexión para muchas alertas?',
    content: (
      <>
        <p>
          Sí, para todas las que quieras: pega en cada una la misma URL y el mismo JSON. Todas van
          al mismo chat, con la misma plantilla.
        </p>
        <p>
          Para distinguirlas, da a cada una su nombre con <code>alert_name</code> en el JSON, o
          guarda una configuración para cada una en el{' '}
          <TextLink to="/tv-alert-generator">Generador Alertas TV</TextLink>. Para otro chat u otra
          plantilla, crea otra conexión: <b>Duplicar</b> copia también el bot.
        </p>
      </>
    ),
  },
  {
    slug: 'connection-id',
    title: '¿Dónde encuentro el connectionId?',
    content: (
      <>
        <ul>
          <li>
            Ya viene en el JSON de <b>Generar JSON para TradingView</b>.
          </li>
          <li>
            En <TextLink to="/connections">Conexiones</TextLink>, con <b>Ver Panel Específico</b>:
            es el <b>ID de conexión</b>, con un botón para mostrarlo y otro para copiarlo.
          </li>
          <li>
            Es también el final de la URL del webhook, detrás de <code>/webhooks/</code>, mientras
            la conexión no tenga otra dirección.
          </li>
        </ul>
        <p>
          La URL es la que decide a qué conexión va la alerta. El identificador es su secreto: en
          los mensajes solo salen sus primeros caracteres.
        </p>
      </>
    ),
  },
  {
    slug: 'secreto',
    title: '¿Quién puede enviar alertas a mi webhook?',
    content: (
      <p>
        Quien tenga su URL, y nadie más: lleva un identificador imposible de adivinar. Si alguien la
        ha visto, crea otra en <TextLink to="/connections">Conexiones</TextLink>, con{' '}
        <b>Ver Panel Específico</b> y <b>Nueva dirección</b>: las dos funcionan a la vez. Pega la
        nueva en tus alertas, mira en el panel cuándo llegó la última por la antigua y elimínala. El
        historial se conserva. Prueba antes la nueva con el{' '}
        <TopicLink slug="prueba">comando de prueba</TopicLink>.
      </p>
    ),
  },
]
