import { TextLink } from '#web/ui/links.tsx'
import type { DocsTopic } from '../docs-topic.ts'
import { TopicLink } from '../topic-link.tsx'

/** Questions about alerts that do not arrive, arrive in bursts or twice, or are only simulated. */
export const arrivalQuestions: readonly DocsTopic[] = [
  {
    slug: 'no-llegan',
    title: 'Mis alertas no llegan. ¿Qué miro?',
    content: (
      <>
        <p>
          Mira primero si la alerta está en el <TextLink to="/alerts">Historial</TextLink>. Eso dice
          en qué mitad del camino está el problema. La{' '}
          <TopicLink slug="tradingview">luz del panel de la conexión</TopicLink> lo dice también, y
          muestra además lo que llegó y no se admitió.
        </p>
        <p>
          <b>No está:</b> no ha llegado a Pregonero.
        </p>
        <ul>
          <li>
            En TradingView, ¿se ha disparado y sigue activa? Su registro de alertas muestra el
            estado del webhook.
          </li>
          <li>
            ¿Está marcada la casilla <b>URL del webhook</b>, con la dirección completa y sin
            espacios?
          </li>
          <li>
            ¿Puede TradingView <TopicLink slug="publicar">llegar a tu Pregonero</TopicLink>?
          </li>
          <li>¿Existe todavía la conexión? Al eliminarla, su dirección deja de funcionar.</li>
        </ul>
        <p>
          <b>Está, con «Fallo»:</b> ábrela; dice qué pasó y qué hacer. Arréglalo, pulsa{' '}
          <b>Probar</b> en la conexión y luego <b>Reenviar</b> en la alerta. Si son muchas,{' '}
          <TopicLink slug="entrega">un solo botón las reenvía todas</TopicLink>.
        </p>
        <ul>
          <li>
            «Conexión inactiva»: actívala en <TextLink to="/connections">Conexiones</TextLink>.
          </li>
          <li>El bot no está en el chat, lo expulsaron o no puede escribir: añádelo de nuevo.</li>
          <li>El token ya no vale: cópialo otra vez desde @BotFather.</li>
        </ul>
        <p>
          <b>Está, con «Pendiente»:</b> espera su turno; la propia alerta dice a qué.
        </p>
      </>
    ),
  },
  {
    slug: 'publicar',
    title: 'TradingView no llega a mi Pregonero. ¿Cómo lo publico?',
    content: (
      <>
        <p>TradingView llama desde internet, y solo a:</p>
        <ul>
          <li>direcciones públicas: ni localhost ni las de tu red;</li>
          <li>los puertos 80 y 443;</li>
          <li>IPv4: un dominio que solo tiene IPv6 no le sirve;</li>
          <li>si es con https, con un certificado válido.</li>
        </ul>
        <p>
          Lo normal es poner delante un proxy inverso o un túnel con https y un dominio. Después,
          quien administra el servidor escribe esa dirección en <code>PUBLIC_URL</code> y reinicia
          Pregonero: las URL de los webhooks pasan a empezar por ella.
        </p>
        <p>
          El <TopicLink slug="prueba">comando de prueba</TopicLink>, lanzado desde otra red, dice si
          funciona.
        </p>
      </>
    ),
  },
  {
    slug: 'rafagas',
    title: '¿Qué pasa si se disparan muchas alertas a la vez?',
    content: (
      <>
        <p>
          Llegan todas. La primera sale sola y las que tuvieron que esperar salen juntas, en un solo
          mensaje, en orden y separadas por una línea. En el historial tiene cada una su estado y su
          hora.
        </p>
        <p>
          Para tener siempre un mensaje por alerta, desactiva <b>Agrupar ráfagas</b> en la conexión.
          Entonces salen al ritmo que Telegram admite: en un grupo, 20 por minuto.
        </p>
      </>
    ),
  },
  {
    slug: 'duplicados',
    title: '¿Por qué un mensaje ha llegado dos veces?',
    content: (
      <>
        <p>
          Si la conexión con Telegram se corta justo después de enviar, nadie puede saber si el
          mensaje está en el chat. Pregonero prefiere repetirlo a perderlo, y el detalle de la
          alerta lo avisa como «Entrega incierta». Lo envía tres veces como mucho: después, la
          alerta falla y te avisa.
        </p>
        <p>
          Si en el historial hay dos alertas, es que llegaron dos: mira en TradingView si tienes la
          alerta creada dos veces, o si se dispara más de una vez por vela.
        </p>
      </>
    ),
  },
  {
    slug: 'simulado',
    title: '¿Hay algo simulado?',
    content: (
      <>
        <p>
          No: los envíos, las pruebas de conexión, los datos de tu cuenta y tus preferencias son de
          verdad.
        </p>
        <p>
          Solo si el servidor se arranca con <code>DELIVERY=simulated</code>, como en la
          demostración, los envíos y las pruebas de conexión no van a Telegram y su resultado se
          sortea. Entonces arriba se lee «Entrega simulada», en el móvil un anillo, y las tasas de
          éxito llevan el mismo anillo.
        </p>
      </>
    ),
  },
]
